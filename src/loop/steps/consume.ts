/** CONSUME: the sealed hand-over is taken up, once; a second worker of the same hand-over loses the append and ends (architecture 2). */
import { consume as take } from "#core/approval.ts";
import type { Draft } from "#core/event.ts";
import type { Run } from "#core/run.ts";
import type { Kit } from "../kit.ts";

export function consume(run: Run, { clock }: Kit): Promise<readonly Draft[]> {
  return Promise.resolve([take(run, clock.now())]);
}
