/** The port `Clock` over the machine's own clock. */
import type { Clock } from "#ports/clock.ts";
import { Interrupted } from "#ports/failure.ts";

/**
 * The longest wait that one timer of Node can hold (milliseconds); a longer one fires at once.
 * https://nodejs.org/api/timers.html
 */
const LONGEST = 2 ** 31 - 1;

/** Milliseconds since the epoch as an ISO date in UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** Real time. `sleep` keeps the process alive; when it ends, in whatever way, it frees its timer and its listener. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    for (let left = ms; left > LONGEST; left -= LONGEST) await nap(LONGEST, signal);
    await nap(ms % LONGEST, signal);
  },
};

function nap(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const interrupted = (): void => {
      clearTimeout(timer);
      reject(new Interrupted("the wait was interrupted"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", interrupted);
      resolve();
    }, ms);
    if (signal?.aborted) interrupted();
    else signal?.addEventListener("abort", interrupted, { once: true });
  });
}
