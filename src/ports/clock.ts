/** Time from outside, so that a run can be simulated and replayed. */
export interface Clock {
  /** Milliseconds since the epoch. Never throws. */
  now(): number;
  /** Resolves after `ms` milliseconds, or rejects with `Interrupted` as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
