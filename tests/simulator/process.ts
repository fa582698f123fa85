/** A process that can die at any moment: after its death nothing that it waits for comes, and nothing that it does reaches anybody. */
import type { Clock } from "#ports/clock.ts";
import { Interrupted } from "#ports/failure.ts";
import type { Random } from "#ports/random.ts";
import type { Schedule } from "./schedule.ts";

export interface Process {
  readonly name: string;
  readonly isAlive: () => boolean;
  /** Idempotent. */
  readonly die: () => void;
  readonly clock: Clock;
  readonly random: Random;
  /** What the process waits for: comes only while it lives. */
  readonly wait: <T>(value: Promise<T>) => Promise<T>;
  /** What the process does as a whole; null when it dies before the end. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | null>;
}

const NEVER = new Promise<never>(() => undefined);

/** Alive from the start. `draw`: numbers from 0 to 255 that follow from the seed. */
export function processOf(name: string, schedule: Schedule, draw: () => number): Process {
  let alive = true;
  const deaths: (() => void)[] = [];
  const wait = <T>(value: Promise<T>): Promise<T> =>
    value.then(
      (given) => (alive ? given : NEVER),
      (error: unknown) => (alive ? Promise.reject(error) : NEVER),
    );
  return {
    name,
    isAlive: () => alive,
    die() {
      alive = false;
      for (const death of deaths.splice(0)) death();
    },
    clock: { now: schedule.now, sleep: (ms, signal) => (alive ? wait(sleep(schedule, ms, signal)) : NEVER) },
    random: { hex: (bytes) => Array.from({ length: bytes }, () => draw().toString(16).padStart(2, "0")).join("") },
    wait,
    run: (work) =>
      Promise.race([
        wait(work()),
        new Promise<null>((resolve) => {
          deaths.push(() => resolve(null));
        }),
      ]),
  };
}

function sleep(schedule: Schedule, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return void reject(new Interrupted("aborted"));
    const stop = (): void => {
      cancel();
      reject(new Interrupted("aborted"));
    };
    const cancel = schedule.after(ms, () => {
      signal?.removeEventListener("abort", stop);
      resolve();
    });
    signal?.addEventListener("abort", stop, { once: true });
  });
}
