/** The end of patience with one call: the caller's stop and our own timer, in one signal. */
import type { Clock } from "#ports/clock.ts";

/** `left` is in milliseconds of the injected clock, so that a simulated pause counts; the timer is real, so that a silent socket cannot outlast it. */
export interface Deadline {
  readonly signal: AbortSignal;
  left(): number;
  /** True once the timer, not the caller, ended it. */
  passed(): boolean;
  /** Frees the timer. */
  clear(): void;
}

/** Starts `ms` milliseconds of patience now. */
export function deadlineOf(caller: AbortSignal, ms: number, clock: Clock): Deadline {
  const start = clock.now();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), ms);
  return {
    signal: AbortSignal.any([caller, patience.signal]),
    left: () => ms - (clock.now() - start),
    passed: () => patience.signal.aborted,
    clear: () => clearTimeout(timer),
  };
}
