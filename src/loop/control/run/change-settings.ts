/** `/approve max_iterations=6`: nothing is started; the plan is shown again with other numbers (S1.07, M1.02). */
import type { PlanNumbers } from "#core/plan/plan-numbers.ts";
import { changePlan } from "#core/planning/change-plan.ts";
import { writeDown } from "#loop/context/write-down.ts";
import {
  type ControlContext,
  DONE,
  type IntentOutcome,
  type IssueEvent,
  refusedOutcome,
} from "#loop/control/context/control-context.ts";
import { type ActiveRun, driveInControl } from "#loop/control/context/drive-in-control.ts";

/**
 * Refused with every reason; or written down, with the plan comment edited and a comment that says so. The same comment
 * heard again changes nothing.
 */
export async function changeSettings(
  { by: { login } }: IssueEvent,
  settings: PlanNumbers,
  active: ActiveRun,
  control: ControlContext,
): Promise<IntentOutcome> {
  // What is owed from before comes first: its receipt is then written before the plan comment is drawn anew.
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
