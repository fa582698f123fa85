/**
 * CONSUME: the sealed hand-over is taken up, once; a second worker of the same hand-over loses the append and ends
 * (architecture 2).
 */
import { claimHandover as take } from "#core/approval/run-handover.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { sha256 } from "#core/values/digest.ts";
import type { StepContext } from "#loop/context/step-context.ts";

/** The audit key is made here, so that it never has to be handed over. */
export async function claimHandOver(run: Run, { clock, secrets, worker }: StepContext): Promise<readonly EventDraft[]> {
  const key = await secrets.renew();
  return [take(run, { now: clock.now(), keyHash: sha256(key), worker })];
}
