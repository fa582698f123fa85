/** A clock that does not wait and a random that does not surprise: for the adapters of models. */
import type { Clock } from "#ports/clock.ts";
import { Interrupted } from "#ports/failure.ts";

/** Starts at a fixed time; a sleep moves it on at once and is written down. */
export interface QuickClock extends Clock {
  readonly sleeps: readonly number[];
}

export function quickClock(): QuickClock {
  const sleeps: number[] = [];
  let now = Date.parse("2026-11-21T00:00:00Z");
  return {
    sleeps,
    now: () => now,
    async sleep(ms, signal) {
      if (signal?.aborted) throw new Interrupted("stopped");
      sleeps.push(ms);
      now += ms;
    },
  };
}

export const NO_SURPRISE = { hex: (bytes: number) => "00".repeat(bytes) };
