/** Decides whether the bot shows unfinished work as a draft pull request. */
import type { StopReason } from "#core/events/data/reason.ts";
import type { Run } from "#core/run/run.ts";
import { DEAD_ENDS } from "./graph-end.ts";

/**
 * The loop did what it could. Where a person ended it, a step broke or the approval is in doubt, the bot shows nothing.
 */
const SPENT: readonly StopReason[] = [
  "base_conflicts",
  "qa_issues",
  ...DEAD_ENDS,
  "stagnation",
  "stall_limit",
  "budget_exceeded",
  "iteration_limit",
];

/**
 * True when a run that ended short of VERIFIED left commits for a draft pull request: never those that an ordinary pull
 * request shows already.
 */
export function endsAsDraft({ config, stage, ending, progress, base, published, shown }: Run): boolean {
  if (config.on_incomplete !== "draft" || stage !== "stopped" || ending === null) return false;
  return SPENT.includes(ending) && progress.head.commit !== base.commit && published === null && shown === null;
}
