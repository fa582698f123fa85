/** The end of patience with one call: the caller's stop and our own timer, in one signal. */
import type { Clock } from "#ports/clock.ts";

/** `left` is in milliseconds of the injected clock, so that a simulated pause counts; the timer is real, so that a silent socket cannot outlast it. */
export interface Deadline {
  readonly signal: AbortSignal;
  left(): number;
  /** True once the timer, not the caller, ended it. */
  passed(): boolean;
  /** Frees the timer, and lets go of the caller. */
  clear(): void;
}

/** Starts `ms` milliseconds of patience now. */
export function deadlineOf(caller: AbortSignal, ms: number, clock: Clock): Deadline {
  const start = clock.now();
  const over = new AbortController();
  let late = false;
  const end = (): void => over.abort(caller.reason);
  const timer = setTimeout(() => {
    late = !over.signal.aborted;
    over.abort();
  }, ms);
  // Not `AbortSignal.any`: clients listen and do not stop, and Node keeps such a signal for as long as somebody listens.
  if (caller.aborted) end();
  else caller.addEventListener("abort", end, { once: true });
  return {
    signal: over.signal,
    left: () => ms - (clock.now() - start),
    passed: () => late,
    clear: () => {
      clearTimeout(timer);
      caller.removeEventListener("abort", end);
    },
  };
}
