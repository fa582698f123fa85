/** A comment on the issue is newer than the plan that waits for an approval, if the plan was not made from it. */
import { isCertainlyBefore } from "#core/events/data/comment-order.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";

/**
 * True for the first such comment that is known: its id is above those that the plan was made from, and it was not
 * written before the plan was asked for. `at`: milliseconds since the epoch.
 */
export function isNewerThanPlan(run: Run, { id, at }: { readonly id: number; readonly at: number }): boolean {
  if (run.stage !== "awaiting_approval" || run.newerComment !== null) return false;
  const last = planOf(run).discussion?.comments.at(-1)?.id ?? 0;
  return id > last && !isCertainlyBefore(at, run.askedAt);
}
