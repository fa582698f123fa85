/** Says when it is cheaper to begin a conversation afresh than to go on with it. */

/**
 * How many times as much it costs to write to a provider's cache as to read from it: 1.25 against 0.1 of the price of
 * input (https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching).
 */
const WRITING = 12.5;

/** Bytes, some 10,000 tokens: a shorter conversation goes on, because it tells its model more than a record does. */
const SHORT = 40_000;

/**
 * True when all that was read again so far (`again`: bytes beyond the first message, summed over the turns) has cost as
 * much as to write the whole conversation (`size`: bytes) once more. That is more than a fresh start costs, also where
 * much is looked at again after it; so a run pays at most twice what it would have paid had it known how long it goes
 * on, and its cost does not grow with the square of its turns.
 */
export function isDear(size: number, again: number): boolean {
  return size > SHORT && again >= WRITING * size;
}
