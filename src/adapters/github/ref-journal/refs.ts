/** Reads refs of any namespace through GitHub's git-data API. */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { apiErrorOf } from "#adapters/github/client/api-error.ts";
import { askGitHubOrNull, githubFailureOf } from "#adapters/github/client/github-request.ts";

export const JOURNAL = { service: "journal" } as const;

/** The result of reading a ref. `same`: unchanged since GitHub gave the `etag`. */
export type RefReading =
  | { readonly kind: "same" }
  | { readonly kind: "missing" }
  | { readonly kind: "at"; readonly sha: string; readonly etag: string | null };

/** The last known target of a ref, and GitHub's ETag for it, where GitHub gave one. */
export interface LastSeenRef {
  readonly sha: string;
  readonly etag: string | null;
}

/**
 * Reads `refs/…`. Reading a ref that has not moved since it was `seen` is answered 304, which GitHub does not count,
 * also after our own move. Throws `Failure("journal")`.
 */
export async function readRefIfChanged(
  api: Api,
  place: RepositoryLocation,
  name: string,
  seen: LastSeenRef | null,
): Promise<RefReading> {
  const ref = name.replace(/^refs\//, "");
  const byCommit = seen === null || seen.etag !== null ? null : await lookByCommit(api, place, ref, seen.sha);
  return byCommit ?? lookByRef(api, place, ref, seen?.etag ?? null);
}

/**
 * Reads a commit by the ref's name: its SHA is a valid ETag there
 * (https://docs.github.com/en/rest/commits/commits#get-a-commit). Null where GitHub does not answer this way.
 */
async function lookByCommit(
  api: Api,
  { owner, repo }: RepositoryLocation,
  ref: string,
  sha: string,
): Promise<RefReading | null> {
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

async function lookByRef(
  api: Api,
  { owner, repo }: RepositoryLocation,
  ref: string,
  etag: string | null,
): Promise<RefReading> {
  try {
    const headers = etag === null ? {} : { "if-none-match": etag };
    const { data, headers: answered } = await api.rest.git.getRef({ owner, repo, ref, headers });
    return { kind: "at", sha: data.object.sha, etag: answered.etag ?? null };
  } catch (error) {
    const status = apiErrorOf(error)?.status;
    if (status === 304) return { kind: "same" };
    if (status === 404) return { kind: "missing" };
    throw githubFailureOf(error, JOURNAL);
  }
}

/** The current target of a ref; null when there is none. Throws `Failure("journal")`. */
export async function readRefTarget(api: Api, place: RepositoryLocation, name: string): Promise<string | null> {
  const found = await readRefIfChanged(api, place, name, null);
  return found.kind === "at" ? found.sha : null;
}

/** True when `commit` is `head` or one of its ancestors. Throws `Failure("journal")`. */
export async function isAncestor(
  api: Api,
  { owner, repo }: RepositoryLocation,
  commit: string,
  head: string,
): Promise<boolean> {
  if (commit === head) return true;
  const basehead = `${commit}...${head}`;
  const compared = await askGitHubOrNull(
    () => api.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page: 1 }),
    JOURNAL,
  );
  return compared?.data.status === "ahead";
}
