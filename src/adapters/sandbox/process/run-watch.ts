/** Watches the time, memory and disk that a running program uses. */
import { diskWatch } from "./disk-watch.ts";
import type { ProcessLimits } from "./limits.ts";
import { memoryWatch } from "./memory-watch.ts";
import { familyOf, processUsageOf } from "./process-family.ts";

export interface RunBounds {
  /** Milliseconds of wall time. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly limits: ProcessLimits;
  /** Characters that are kept of each stream, where it is not what the limits say. */
  readonly output?: number | undefined;
  /** The folder whose disk it may fill. */
  readonly fills: string;
}

type Reason = "time" | "memory" | "disk" | "abort";

/** Milliseconds between two checks of memory and disk. */
const WATCH = 200;
/** Node treats a longer timeout as 1 ms. */
const LONGEST = 2 ** 31 - 1;

/** Calls `kill` at most once, at the first limit that is exceeded; `stop` ends the watch and returns which it was. */
export function watchRun(
  leader: number,
  { timeout, signal, limits, fills }: RunBounds,
  kill: () => void,
): { readonly stop: () => Reason | null } {
  let reason: Reason | null = null;
  const [isFull, isShort] = [diskWatch(fills, limits), memoryWatch(limits)];
  const end = (why: Reason): void => {
    if (reason !== null) return;
    reason = why;
    kill();
  };
  const look = (): void => {
    const { memory, processes } = processUsageOf(familyOf(leader, []));
    if (memory > limits.memory || processes > limits.processes || isShort()) end("memory");
    else if (isFull()) end("disk");
  };
  const abort = (): void => end("abort");
  const timer = setTimeout(() => end("time"), Math.min(timeout, LONGEST));
  const watcher = setInterval(look, WATCH);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  return {
    stop: () => {
      clearTimeout(timer);
      clearInterval(watcher);
      signal.removeEventListener("abort", abort);
      return reason;
    },
  };
}
