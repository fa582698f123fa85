/** Numbers that follow from a seed, one after the other: the same seed, the same numbers. */

export interface Dice {
  /** A whole number from 0 to `sides` - 1. */
  readonly roll: (sides: number) => number;
  /** True once in so many. */
  readonly oneIn: (times: number) => boolean;
}

/** Mulberry32: small, and good enough to choose faults by (https://gist.github.com/tommyettinger/46a874533244883189143505d203312c). */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const roll = (sides: number): number => next() % sides;
  return { roll, oneIn: (times) => roll(times) === 0 };
}
