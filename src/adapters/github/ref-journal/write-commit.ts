/** A commit of a state ref, written as objects only: no ref moves. */
import type { Api, Place } from "#adapters/github/client/api.ts";
import { ask } from "#adapters/github/client/errors.ts";
import type { Event } from "#core/events/event.ts";
import type { FileChanges } from "./known.ts";
import type { RunPlace } from "./names.ts";

const JOURNAL = { service: "journal" } as const;

/** The commit and the tree that it is made on; null for the first. */
export interface Parent {
  readonly head: string | null;
  readonly tree: string | null;
}

/**
 * Two requests: a tree with the changed files inline, and a commit. Author and committer are left to GitHub, so that it can sign (F24).
 * Repeating it leaves one more object that nothing points at. Throws `Failure("journal")`.
 */
export async function writeCommit(
  api: Api,
  { owner, repo }: Place,
  { head, tree: base }: Parent,
  { changes, message }: { readonly changes: FileChanges; readonly message: string },
): Promise<{ readonly head: string; readonly tree: string }> {
  const tree = [...changes].map(([path, content]) => ({
    path,
    mode: "100644" as const,
    type: "blob" as const,
    ...(content === null ? { sha: null } : { content }),
  }));
  const { data: written } = await ask(
    () => api.rest.git.createTree({ owner, repo, tree, ...(base !== null && { base_tree: base }) }),
    JOURNAL,
  );
  const parents = head === null ? [] : [head];
  const { data: commit } = await ask(() => api.rest.git.createCommit({ owner, repo, message, tree: written.sha, parents }), JOURNAL);
  return { head: commit.sha, tree: written.sha };
}

/** One line for whoever looks at the ref with git. Pure. */
export function messageOf(events: readonly Event[], { runId }: RunPlace): string {
  return `loopwright: ${[...new Set(events.map(({ kind }) => kind))].join(", ")} (run ${runId})`;
}
