/** A process that can die or freeze at any moment: after its death nothing that it waits for comes; while it is frozen nothing comes yet. */
import type { Clock } from "#ports/clock.ts";
import { Interrupted } from "#ports/failure.ts";
import type { Random } from "#ports/random.ts";
import type { Schedule } from "./schedule.ts";

export interface Process {
  readonly name: string;
  readonly isAlive: () => boolean;
  /** Idempotent. */
  readonly die: () => void;
  /** For so many milliseconds nothing that it waits for comes; then it goes on as if nothing had been. */
  readonly freeze: (ms: number) => void;
  /** When it was born, in milliseconds since the epoch. */
  readonly born: number;
  /** Milliseconds for which it was awake. */
  readonly awake: () => number;
  /** Called at each freeze, with its length. */
  readonly onFreeze: (listener: (ms: number) => void) => void;
  readonly clock: Clock;
  readonly random: Random;
  /** What the process waits for: comes only while it lives. */
  readonly wait: <T>(value: Promise<T>) => Promise<T>;
  /** What the process does as a whole; null when it dies before the end. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | null>;
}

/** Alive from the start. `draw`: numbers from 0 to 255 that follow from the seed. */
export function processOf(name: string, schedule: Schedule, draw: () => number): Process {
  // Its own: who waits for a promise is kept by it, and one for all would keep every world in which somebody died.
  const never = new Promise<never>(() => undefined);
  let alive = true;
  let thawsAt = 0;
  let slept = 0;
  const born = schedule.now();
  const deaths: (() => void)[] = [];
  const listeners: ((ms: number) => void)[] = [];
  const isFrozen = (): boolean => schedule.now() < thawsAt;
  const thawed = async (): Promise<void> => {
    while (isFrozen()) await new Promise<void>((resolve) => void schedule.after(thawsAt - schedule.now(), resolve));
  };
  const wait = <T>(value: Promise<T>): Promise<T> =>
    value.then(
      (given) => (!alive ? never : isFrozen() ? thawed().then(() => (alive ? given : never)) : given),
      (error: unknown) =>
        !alive ? never : isFrozen() ? thawed().then(() => (alive ? Promise.reject(error) : never)) : Promise.reject(error),
    );
  return {
    name,
    born,
    isAlive: () => alive,
    freeze(ms) {
      slept += Math.max(0, schedule.now() + ms - Math.max(thawsAt, schedule.now()));
      thawsAt = Math.max(thawsAt, schedule.now() + ms);
      for (const listener of listeners) listener(ms);
    },
    awake: () => schedule.now() - born - slept + Math.max(0, thawsAt - schedule.now()),
    onFreeze: (listener) => void listeners.push(listener),
    die() {
      alive = false;
      for (const death of deaths.splice(0)) death();
    },
    clock: { now: schedule.now, sleep: (ms, signal) => (alive ? wait(sleep(schedule, ms, signal)) : never) },
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
