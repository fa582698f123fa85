/** Detects an agent that repeats itself: its last calls are one short pattern over and over. */
import { digestOf } from "#core/values/digest.ts";

/**
 * The fewest calls that count as a repetition, in whole patterns: ten for a pattern of one or two, twelve for one of
 * three, because ten is no multiple of three.
 */
const WINDOW = 10;
const LENGTHS = [1, 2, 3];

/**
 * Name and arguments of a call as one short text; the order of keys does not matter. `input` is a JSON value or
 * undefined.
 */
export function callSignatureOf(name: string, input: unknown): string {
  return `${name} ${digestOf(input ?? null)}`;
}

/** The length of the shortest pattern that the last signatures repeat; null when they repeat none, or are too few. */
export function repeatedPatternIn(signatures: readonly string[]): number | null {
  return LENGTHS.find((length) => repeats(signatures, length)) ?? null;
}

function repeats(signatures: readonly string[], length: number): boolean {
  const window = Math.ceil(WINDOW / length) * length;
  const last = signatures.slice(-window);
  return last.length === window && last.every((signature, index) => signature === last[index % length]);
}
