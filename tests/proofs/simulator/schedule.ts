/** Time that is told: nothing happens but what is on the schedule, each at its moment, and the same schedule plays the same way. */

export interface Schedule {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Puts a task on the schedule, `ms` milliseconds from now. Gives what takes it off again. Tasks of one moment are done in the order in which they came. */
  readonly after: (ms: number, task: () => void) => () => void;
  /** Does what is due until that moment; `look` is called after each. Rejects with what a task throws. */
  readonly play: (until: number, look: () => void) => Promise<void>;
}

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly task: () => void;
}

/** The real one: what promises wait for is done when it comes. The schedule replaces timers, never this. */
const turn = setImmediate;

/** Resolves when all that promises had to do is done. */
function settled(): Promise<void> {
  return new Promise((resolve) => turn(resolve));
}

/** Begins at that moment, empty. */
export function scheduleFrom(begin: number): Schedule {
  const entries: Entry[] = [];
  let now = begin;
  let count = 0;
  const isBefore = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
  function after(ms: number, task: () => void): () => void {
    const entry = { at: now + Math.max(0, ms), order: count++, task };
    let index = entries.length;
    while (index > 0 && isBefore(entry, entries[index - 1] as Entry)) index--;
    entries.splice(index, 0, entry);
    return () => {
      const found = entries.indexOf(entry);
      if (found !== -1) entries.splice(found, 1);
    };
  }
  async function play(until: number, look: () => void): Promise<void> {
    await settled();
    look();
    for (let next = entries[0]; next !== undefined && next.at <= until; next = entries[0]) {
      entries.shift();
      now = next.at;
      next.task();
      await settled();
      look();
    }
    now = until;
  }
  return { now: () => now, after, play };
}

/**
 * Has whoever sets a timer of the language's own (libraries do) put it on the schedule, for as long as the work goes on. Only one world at a
 * time. What was set and did not fire is gone with it.
 */
export async function withTimers<T>({ after, now }: Schedule, work: () => Promise<T>): Promise<T> {
  const { setTimeout, clearTimeout } = globalThis;
  const clock = Date.now;
  const timers = new Map<number, () => void>();
  let count = 0;
  const set = (task: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): unknown => {
    const id = ++count;
    timers.set(
      id,
      after(ms, () => {
        timers.delete(id);
        task(...given);
      }),
    );
    return { [Symbol.toPrimitive]: () => id, id, unref: () => undefined, ref: () => undefined };
  };
  const clear = (timer: unknown): void => {
    const id = Number(timer);
    timers.get(id)?.();
    timers.delete(id);
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  Date.now = now;
  try {
    return await work();
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    Date.now = clock;
  }
}
