/** Reads contents of many files with few requests: simultaneous reads go into one GraphQL query. */
import { createHash } from "node:crypto";
import * as z from "zod";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";

/** Files of one query. */
const TOGETHER = 50;

const GIT = { service: "git" } as const;
const Found = z.object({ text: z.string() }).nullish();
const Answer = z.object({ repository: z.record(z.string(), z.unknown()) });

interface PendingRead {
  readonly sha: string;
  readonly resolve: (content: Buffer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that reads a blob by its SHA. A single read is one REST request; several at once are one query for
 * each fifty, and one request more for each whose text is not its exact content: binary, cut by GitHub, or in another
 * encoding. Throws `Failure("git")`.
 */
export function blobBatchReader(api: Api, place: RepositoryLocation): (sha: string) => Promise<Buffer> {
  let waiting: PendingRead[] = [];
  const send = (): void => {
    const reads = waiting;
    waiting = [];
    for (let from = 0; from < reads.length; from += TOGETHER)
      void serve(api, place, reads.slice(from, from + TOGETHER));
  };
  return (sha) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send);
      waiting.push({ sha, resolve, reject });
    });
}

/** Never rejects: each read gets its own result. */
async function serve(api: Api, place: RepositoryLocation, reads: readonly PendingRead[]): Promise<void> {
  const texts = reads.length === 1 ? Promise.resolve([null]) : textsOf(api, place, reads);
  await Promise.all(
    reads.map(async ({ sha, resolve, reject }, index) => {
      try {
        resolve((await texts)[index] ?? (await blobOf(api, place, sha)));
      } catch (error) {
        reject(error);
      }
    }),
  );
}

/** The contents in the order of the reads; null for one that needs a request of its own. */
async function textsOf(
  api: Api,
  { owner, repo }: RepositoryLocation,
  reads: readonly PendingRead[],
): Promise<readonly (Buffer | null)[]> {
  const variables = reads.map((_, index) => `$oid${index}: GitObjectID!`).join(", ");
  const fields = reads.map((_, index) => `blob${index}: object(oid: $oid${index}) { ... on Blob { text } }`).join("\n");
  const repository = `repository(owner: $owner, name: $name) { ${fields} }`;
  const query = `query Blobs($owner: String!, $name: String!, ${variables}) { ${repository} }`;
  const oids = Object.fromEntries(reads.map(({ sha }, index) => [`oid${index}`, sha]));
  const answer = Answer.safeParse(await askGitHub(() => api.graphql(query, { owner, name: repo, ...oids }), GIT));
  return reads.map(({ sha }, index) => {
    const found = answer.success ? Found.safeParse(answer.data.repository[`blob${index}`]) : null;
    const content = found?.success === true && found.data != null ? Buffer.from(found.data.text) : null;
    return content !== null && gitBlobIdOf(content) === sha ? content : null;
  });
}

/** The git id of a content. */
export function gitBlobIdOf(content: Buffer): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

async function blobOf(api: Api, { owner, repo }: RepositoryLocation, sha: string): Promise<Buffer> {
  const { data } = await askGitHub(() => api.rest.git.getBlob({ owner, repo, file_sha: sha }), GIT);
  return Buffer.from(data.content, "base64");
}
