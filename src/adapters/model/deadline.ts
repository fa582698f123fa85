/** Joins the caller's signal and a timer into one signal that ends a call of a model, or one attempt that is silent. */
import type { Clock } from "#ports/clock.ts";

/**
 * `left` is in milliseconds of the injected clock, so that a simulated pause counts; the timer is real, so that a
 * silent socket cannot outlast it.
 */
export interface Deadline {
  readonly signal: AbortSignal;
  left(): number;
  /** True once the timer, not the caller, ended it. */
  passed(): boolean;
  /** Starts its time again from now. */
  renew(): void;
  /** Frees the timer, and stops listening to the caller's signal. */
  clear(): void;
}

/** Starts a deadline of `ms` milliseconds now. */
export function deadlineOf(caller: AbortSignal, ms: number, clock: Clock): Deadline {
  let start = clock.now();
  const over = new AbortController();
  let late = false;
  const end = (): void => over.abort(caller.reason);
  const timer = setTimeout(() => {
    late = !over.signal.aborted;
    over.abort();
  }, ms);
  // Not `AbortSignal.any`: clients add listeners and never remove them, and Node keeps such a signal for as long as it
  // has a listener.
  if (caller.aborted) end();
  else caller.addEventListener("abort", end, { once: true });
  return {
    signal: over.signal,
    left: () => ms - (clock.now() - start),
    passed: () => late,
    renew: () => {
      start = clock.now();
      timer.refresh();
    },
    clear: () => {
      clearTimeout(timer);
      caller.removeEventListener("abort", end);
    },
  };
}
