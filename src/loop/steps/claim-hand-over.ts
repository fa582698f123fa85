/**
 * CONSUME: the run job claims the hand-over, once; a second worker with the same hand-over loses the append and ends.
 */
import { claimHandover as take } from "#core/approval/run-handover.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { sha256 } from "#core/values/digest.ts";
import type { StepContext } from "#loop/context/step-context.ts";

/** Makes the audit key here, so that no other job has to hand it over (.github/decisions/0011). */
export async function claimHandOver(run: Run, { clock, secrets, worker }: StepContext): Promise<readonly EventDraft[]> {
  const key = await secrets.renew();
  return [take(run, { now: clock.now(), keyHash: sha256(key), worker })];
}
