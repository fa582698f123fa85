/** `/approve max_iterations=6`: nothing is started; the plan is shown again with other numbers (S1.07, M1.02). */
import type { Settings } from "#core/plan/settings.ts";
import { changePlan } from "#core/planning/change-plan.ts";
import { type Desk, DONE, type Heard, type Outcome, refused } from "#loop/desk/context/desk.ts";
import { type Active, driveHere } from "#loop/desk/context/drive-here.ts";
import { writeDown } from "#loop/kit/write-down.ts";

/** Refused with every reason; or written down, with the plan comment edited and a comment that says so. The same comment heard again changes nothing. */
export async function changeActive({ by: { login } }: Heard, settings: Settings, active: Active, desk: Desk): Promise<Outcome> {
  // What is owed from before comes first: its receipt is then written before the plan comment is drawn anew.
  if (active.run.stage === "awaiting_approval") await driveHere(active, desk);
  let against: readonly string[] = [];
  const after = await writeDown(active.journal, desk.clock, (run) => {
    const { drafts, reasons } = changePlan(run, login, settings);
    against = reasons;
    return { drafts, alone: true };
  });
  if (against.length > 0) return refused(`not changed: ${against.join("; ")}`);
  await driveHere({ ...active, run: after }, desk);
  return DONE;
}
