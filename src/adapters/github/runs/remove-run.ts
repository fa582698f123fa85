/** Removes what a run left on GitHub: its state and, where no other writer moved it, its branch. */
import type { Api } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { moveRefs, type RefMove } from "#adapters/github/ref-journal/move-refs.ts";
import { type RunLocation, stateRef } from "#adapters/github/ref-journal/ref-names.ts";
import { readRefTarget } from "#adapters/github/ref-journal/refs.ts";

/** What is removed with the state. `commit`: where the run left the branch; anywhere else it stays. */
export interface Leftovers {
  readonly repositoryId: string;
  readonly branch: { readonly name: string; readonly commit: string } | null;
}

/**
 * Removes the refs in one transaction, each only at its current target. `moved`: the branch stays, because it is not
 * where the run left it; `shown`: an open pull request would be closed with it. Idempotent. Throws
 * `Failure("journal")`; nothing is removed then.
 */
export async function removeRun(
  api: Api,
  place: RunLocation,
  { repositoryId, branch }: Leftovers,
): Promise<"gone" | "moved" | "shown"> {
  const state = stateRef(place);
  const head = branch === null ? null : await readRefTarget(api, place, `refs/heads/${branch.name}`);
  const isThere = branch !== null && head === branch.commit;
  const shown = isThere && (await isShown(api, place, branch.name));
  const goes = isThere && !shown;
  const moves: readonly RefMove[] = [
    { name: state, before: await readRefTarget(api, place, state), after: null },
    ...(goes ? [{ name: `refs/heads/${branch.name}`, before: head, after: null }] : []),
  ];
  const there = moves.filter(({ before }) => before !== null);
  if (there.length > 0) await askGitHub(() => moveRefs(api, repositoryId, there), { service: "journal" });
  if (shown) return "shown";
  return branch === null || head === null || goes ? "gone" : "moved";
}

/** True while an open pull request shows the branch; a person may have opened it. */
async function isShown(api: Api, { owner, repo }: RunLocation, branch: string): Promise<boolean> {
  const asked = { owner, repo, head: `${owner}:${branch}`, state: "open", per_page: 1 } as const;
  return (await askGitHub(() => api.rest.pulls.list(asked), { service: "journal" })).data.length > 0;
}
