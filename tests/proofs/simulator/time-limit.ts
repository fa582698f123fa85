/** The time that GitHub gives a job. Whoever knows when it will be killed hands over before (CR-07): who goes on to the end, though nothing stood still, breaks a law. */
import type { Process } from "./process.ts";
import { LIMITS } from "./stations.ts";
import type { World } from "./world.ts";

export interface TimeLimit {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  /** The job has ended. */
  readonly met: () => void;
}

/** Counts from now. The job that publishes has nothing that takes long, and knows no limit. */
export function timeLimitOf({ schedule, elapsed, overdue }: World, process: Process, kind: keyof typeof LIMITS): TimeLimit {
  const reached = new AbortController();
  let stoodStill = false;
  process.onFreeze(() => {
    stoodStill = true;
  });
  const met = schedule.after(LIMITS[kind], () => {
    if (kind !== "publish" && !stoodStill) overdue.push(`${elapsed()}: CR-07: ${process.name} goes on until its job is killed`);
    reached.abort();
  });
  return { signal: reached.signal, met };
}

/** Aborted with the first of two. Node keeps what `AbortSignal.any` gives as long as somebody listens, and a dead machine listens for ever. */
export function eitherOf(...signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) signal.addEventListener("abort", () => either.abort(), { once: true });
  return either.signal;
}
