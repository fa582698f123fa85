/** Contents of many files with few requests: what is asked for at the same moment goes into one GraphQL query. */
import { createHash } from "node:crypto";
import * as z from "zod";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";

/** Files of one query. */
const TOGETHER = 50;

const GIT = { service: "git" } as const;
const Found = z.object({ text: z.string() }).nullish();
const Answer = z.object({ repository: z.record(z.string(), z.unknown()) });

interface Wish {
  readonly sha: string;
  readonly resolve: (content: Buffer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gives a function that reads a blob by its SHA. Alone it is one REST request; several at once are one query for each fifty, and one
 * request more for each whose text is not the very content: binary, cut by GitHub, or in another encoding. Throws `Failure("git")`.
 */
export function blobBatchReader(api: Api, place: RepositoryLocation): (sha: string) => Promise<Buffer> {
  let waiting: Wish[] = [];
  const send = (): void => {
    const wishes = waiting;
    waiting = [];
    for (let from = 0; from < wishes.length; from += TOGETHER) void serve(api, place, wishes.slice(from, from + TOGETHER));
  };
  return (sha) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send);
      waiting.push({ sha, resolve, reject });
    });
}

/** Never rejects: each wish is told by itself. */
async function serve(api: Api, place: RepositoryLocation, wishes: readonly Wish[]): Promise<void> {
  const texts = wishes.length === 1 ? Promise.resolve([null]) : textsOf(api, place, wishes);
  await Promise.all(
    wishes.map(async ({ sha, resolve, reject }, index) => {
      try {
        resolve((await texts)[index] ?? (await blobOf(api, place, sha)));
      } catch (error) {
        reject(error);
      }
    }),
  );
}

/** The contents in the order of the wishes; null for what must be asked for by itself. */
async function textsOf(api: Api, { owner, repo }: RepositoryLocation, wishes: readonly Wish[]): Promise<readonly (Buffer | null)[]> {
  const variables = wishes.map((_, index) => `$oid${index}: GitObjectID!`).join(", ");
  const fields = wishes.map((_, index) => `blob${index}: object(oid: $oid${index}) { ... on Blob { text } }`).join("\n");
  const query = `query Blobs($owner: String!, $name: String!, ${variables}) { repository(owner: $owner, name: $name) { ${fields} } }`;
  const oids = Object.fromEntries(wishes.map(({ sha }, index) => [`oid${index}`, sha]));
  const answer = Answer.safeParse(await askGitHub(() => api.graphql(query, { owner, name: repo, ...oids }), GIT));
  return wishes.map(({ sha }, index) => {
    const found = answer.success ? Found.safeParse(answer.data.repository[`blob${index}`]) : null;
    const content = found?.success === true && found.data != null ? Buffer.from(found.data.text) : null;
    return content !== null && gitBlobIdOf(content) === sha ? content : null;
  });
}

/** As git names a content. */
export function gitBlobIdOf(content: Buffer): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

async function blobOf(api: Api, { owner, repo }: RepositoryLocation, sha: string): Promise<Buffer> {
  const { data } = await askGitHub(() => api.rest.git.getBlob({ owner, repo, file_sha: sha }), GIT);
  return Buffer.from(data.content, "base64");
}
