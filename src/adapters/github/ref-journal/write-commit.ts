/** Writes a commit of a state ref as objects only: no ref moves. */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import type { Event } from "#core/events/event.ts";
import type { RunLocation } from "./ref-names.ts";
import type { FileChanges } from "./ref-snapshot.ts";

const JOURNAL = { service: "journal" } as const;

/** The commit and the tree that it is made on; null for the first. */
export interface ParentCommit {
  readonly head: string | null;
  readonly tree: string | null;
}

/**
 * Two requests: a tree with the changed files inline, and a commit. GitHub sets author and committer, so that it can
 * sign. A repetition leaves one more unreferenced object. Throws `Failure("journal")`.
 */
export async function writeStateCommit(
  api: Api,
  { owner, repo }: RepositoryLocation,
  { head, tree: base }: ParentCommit,
  { changes, message }: { readonly changes: FileChanges; readonly message: string },
): Promise<{ readonly head: string; readonly tree: string }> {
  const tree = [...changes].map(([path, content]) => ({
    path,
    mode: "100644" as const,
    type: "blob" as const,
    ...(content === null ? { sha: null } : { content }),
  }));
  const { data: written } = await askGitHub(
    () => api.rest.git.createTree({ owner, repo, tree, ...(base !== null && { base_tree: base }) }),
    JOURNAL,
  );
  const parents = head === null ? [] : [head];
  const { data: commit } = await askGitHub(
    () => api.rest.git.createCommit({ owner, repo, message, tree: written.sha, parents }),
    JOURNAL,
  );
  return { head: commit.sha, tree: written.sha };
}

/** One line for a person who reads the ref with git. Pure. */
export function stateCommitMessageOf(events: readonly Event[], { runId }: RunLocation): string {
  return `loopwright: ${[...new Set(events.map(({ kind }) => kind))].join(", ")} (run ${runId})`;
}
