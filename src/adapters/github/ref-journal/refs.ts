/** Refs of any namespace, as GitHub's git-data API shows them and as GraphQL moves several at once (F23). */
import * as z from "zod";
import { type Api, NO_RETRY, type RepositoryLocation } from "#adapters/github/client/api.ts";
import { apiErrorOf } from "#adapters/github/client/api-error.ts";
import { askGitHub, askGitHubOrNull, githubFailureOf } from "#adapters/github/client/github-request.ts";

const JOURNAL = { service: "journal" } as const;

/** What a look at a ref found. `same`: it is as it was when GitHub gave the `etag`. */
export type RefReading =
  | { readonly kind: "same" }
  | { readonly kind: "missing" }
  | { readonly kind: "at"; readonly sha: string; readonly etag: string | null };

/** What is known of a ref: where it was seen last, and GitHub's mark for it there, where GitHub gave one. */
export interface LastSeenRef {
  readonly sha: string;
  readonly etag: string | null;
}

/**
 * Looks at `refs/…`. A look at a ref that has not moved since it was `seen` is answered 304, which GitHub does not count, also after our own move.
 * Throws `Failure("journal")`.
 */
export async function readRefIfChanged(api: Api, place: RepositoryLocation, name: string, seen: LastSeenRef | null): Promise<RefReading> {
  const ref = name.replace(/^refs\//, "");
  const byCommit = seen === null || seen.etag !== null ? null : await lookByCommit(api, place, ref, seen.sha);
  return byCommit ?? lookByRef(api, place, ref, seen?.etag ?? null);
}

/**
 * Whoever names a commit by its ref and holds its SHA may give that as the mark
 * (https://docs.github.com/en/rest/commits/commits#get-a-commit). Null where GitHub does not say it this way.
 */
async function lookByCommit(api: Api, { owner, repo }: RepositoryLocation, ref: string, sha: string): Promise<RefReading | null> {
  try {
    const headers = { "if-none-match": `"${sha}"` };
    const { data }: { readonly data: unknown } = await api.rest.repos.getCommit({
      owner,
      repo,
      ref,
      mediaType: { format: "sha" },
      headers,
    });
    return typeof data === "string" && /^[0-9a-f]{40}$/.test(data) ? { kind: "at", sha: data, etag: null } : null;
  } catch (error) {
    const status = apiErrorOf(error)?.status;
    if (status === 304) return { kind: "same" };
    if (status === 404 || status === 422) return null;
    throw githubFailureOf(error, JOURNAL);
  }
}

async function lookByRef(api: Api, { owner, repo }: RepositoryLocation, ref: string, etag: string | null): Promise<RefReading> {
  try {
    const headers = etag === null ? {} : { "if-none-match": etag };
    const { data, headers: said } = await api.rest.git.getRef({ owner, repo, ref, headers });
    return { kind: "at", sha: data.object.sha, etag: said.etag ?? null };
  } catch (error) {
    const status = apiErrorOf(error)?.status;
    if (status === 304) return { kind: "same" };
    if (status === 404) return { kind: "missing" };
    throw githubFailureOf(error, JOURNAL);
  }
}

/** Where a ref points now; null when there is none. Throws `Failure("journal")`. */
export async function readRefTarget(api: Api, place: RepositoryLocation, name: string): Promise<string | null> {
  const found = await readRefIfChanged(api, place, name, null);
  return found.kind === "at" ? found.sha : null;
}

/** One ref of a transaction. null = it is not there. */
export interface RefMove {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

const MOVE = "mutation Move($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }";
const ZEROS = "0".repeat(40);

/** Moves all or none, forward only. Throws what the client throws; whether it took effect is then not known. Never repeated by the client. */
export async function moveRefs(api: Api, repositoryId: string, moves: readonly RefMove[]): Promise<void> {
  const refUpdates = moves.map(({ name, before, after }) => ({ name, beforeOid: before ?? ZEROS, afterOid: after ?? ZEROS }));
  await api.graphql(MOVE, { input: { repositoryId, refUpdates }, ...NO_RETRY });
}

/** Whether `commit` is `head` or one of its ancestors. Throws `Failure("journal")`. */
export async function isAncestor(api: Api, { owner, repo }: RepositoryLocation, commit: string, head: string): Promise<boolean> {
  if (commit === head) return true;
  const basehead = `${commit}...${head}`;
  const compared = await askGitHubOrNull(() => api.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page: 1 }), JOURNAL);
  return compared?.data.status === "ahead";
}

const Identified = z.object({ repository: z.object({ id: z.string() }) });
const ID = "query Id($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }";

/** The repository's node id, which `updateRefs` asks for. Throws `Failure("journal")`. */
export async function readRepositoryId(api: Api, { owner, repo }: RepositoryLocation): Promise<string> {
  return Identified.parse(await askGitHub(() => api.graphql(ID, { owner, name: repo }), JOURNAL)).repository.id;
}
