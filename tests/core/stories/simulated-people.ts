/** Simulates people who approve a plan, and CI. */
import { checkedWorkOf, ciDraftsOf } from "#core/ci/ci-round.ts";
import { CiState } from "#core/events/ci-events.ts";
import type { EventDraft } from "#core/events/event.ts";
import { changePlan } from "#core/planning/change-plan.ts";
import { isNewerThanPlan } from "#core/planning/newer-comment.ts";
import type { Run } from "#core/run/run.ts";
import * as journal from "../../builders/journal.ts";

type Choose = (n: number) => number;

/** True once in `n`, and never for 0, the best that may be chosen. */
export function rarely(choose: Choose, n: number): boolean {
  return choose(n) === n - 1;
}

/** What CI says of the work that is shown, and what follows from it. */
export function checked(run: Run, choose: Choose): readonly EventDraft[] {
  const head = checkedWorkOf(run)?.head;
  const state = CiState.options[choose(4)] ?? "absent";
  const outcome = { state, count: 1, checks: state === "failed" ? [{ name: "lint", result: "red" as const, summary: "" }] : [] };
  return head === undefined ? [] : ciDraftsOf(run, { head, outcome, obstacle: null });
}

/** A comment while the plan waits. */
const REMARK = { kind: "discussion_moved", comment: 1, by: "ana", written: "2026-01-01T00:00:00Z", url: "https://github.com" } as const;

/** What somebody says while a plan waits; `left`: how often they still may. */
export function approval(run: Run, left: { approvals: number }, choose: Choose): readonly EventDraft[] {
  if (left.approvals === 0) return [];
  left.approvals -= 1;
  const { drafts } = changePlan(run, "ana", { max_iterations: 1 + choose(4) });
  const said = isNewerThanPlan(run, { id: 1, at: run.updatedAt }) ? [REMARK] : [];
  if (drafts.length > 0 && rarely(choose, 3)) return [...said, ...drafts];
  return [rarely(choose, 4) ? journal.APPROVED_STEPWISE : journal.APPROVED];
}
