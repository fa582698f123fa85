/** The answers to `/clean`: what would go, and what went (S1.05, M1.01). */
import type { Leftovers } from "#core/outcome/leftovers.ts";
import type { Run } from "#core/run/run.ts";
import { list, page } from "#text/format/table.ts";
import { code } from "#text/sanitize/quote.ts";

/** What became of the branch: gone, or left where somebody else had moved it or an open pull request shows it. */
export type BranchFate = "gone" | "moved" | "shown";

const STAYS = { moved: "somebody else moved it", shown: "an open pull request shows it" } as const;

/** What would go, and how to say that it shall. */
export function offerToClean({ runId, issue }: Run, { branch, stays }: Leftovers): string {
  return page([
    "Nothing is removed yet. This would go, for good:",
    list([
      `the state and history of ${code(runId)}, at ${code(`refs/loopwright/issue-${issue.number}/${runId}`)}`,
      ...(branch === null ? [] : [`the branch ${code(branch.name)} at ${code(branch.commit)}, if nobody moved it`]),
    ]),
    stays === null ? "" : `This stays: ${code(stays)}.`,
    `Reply ${code(`/loop clean confirm ${runId}`)} to remove it.`,
  ]);
}

/** What went. */
export function cleaned({ runId }: Run, { branch, stays }: Leftovers, fate: BranchFate): string {
  const kept = branch !== null && fate !== "gone" ? `the branch ${branch.name}: ${STAYS[fate]}` : stays;
  return page([
    `Removed: the state of ${code(runId)}${branch !== null && fate === "gone" ? ` and the branch ${code(branch.name)}` : ""}.`,
    kept === null ? "" : `This stays: ${code(kept)}.`,
  ]);
}
