/** Writes the answers to `/clean`: what would be removed, and what was. */
import type { Leftovers } from "#core/outcome/leftovers.ts";
import type { Run } from "#core/run/run.ts";
import { list, page } from "#text/format/table.ts";
import { code } from "#text/sanitize/quote.ts";

/** The branch after `/clean`: removed, or left because it was moved or an open pull request shows it. */
export type BranchFate = "gone" | "moved" | "shown";

const STAYS = { moved: "somebody else moved it", shown: "an open pull request shows it" } as const;

/** Lists what would be removed, and how to confirm it. */
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

/** Says what was removed and what stays. */
export function cleaned({ runId }: Run, { branch, stays }: Leftovers, fate: BranchFate): string {
  const kept = branch !== null && fate !== "gone" ? `the branch ${branch.name}: ${STAYS[fate]}` : stays;
  return page([
    "Removed: the state of " +
      `${code(runId)}${branch !== null && fate === "gone" ? ` and the branch ${code(branch.name)}` : ""}.`,
    kept === null ? "" : `This stays: ${code(kept)}.`,
  ]);
}
