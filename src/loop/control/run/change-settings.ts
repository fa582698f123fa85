/** `/approve max_iterations=6`: changes the numbers of the plan and shows it again; nothing is started. */
import type { PlanNumbers } from "#core/plan/plan-numbers.ts";
import { changePlan } from "#core/planning/change-plan.ts";
import { writeDown } from "#loop/context/write-down.ts";
import {
  type ControlContext,
  DONE,
  type IntentOutcome,
  refusedOutcome,
} from "#loop/control/context/control-context.ts";
import { type ActiveRun, driveInControl } from "#loop/control/context/drive-in-control.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";

/**
 * Refuses with every reason; or writes the change down, edits the plan comment and posts a comment that says so. The
 * same comment handled again changes nothing.
 */
export async function changeSettings(
  { by: { login } }: IssueEvent,
  settings: PlanNumbers,
  active: ActiveRun,
  control: ControlContext,
): Promise<IntentOutcome> {
  // Effects that are still due come first: their receipts are then written before the plan comment is edited.
  if (active.run.stage === "awaiting_approval") await driveInControl(active, control);
  let against: readonly string[] = [];
  const after = await writeDown(active.journal, control.clock, (run) => {
    const { drafts, reasons } = changePlan(run, login, settings);
    against = reasons;
    return { drafts, alone: true };
  });
  if (against.length > 0) return refusedOutcome(`not changed: ${against.join("; ")}`);
  await driveInControl({ ...active, run: after }, control);
  return DONE;
}
