/** Going round in circles: the last calls of an agent are one short pattern over and over (S3.53, C3.19). */
import { digestOf } from "./digest.ts";

/** A multiple of every length, so that none is left out (C3.19). */
const WINDOW = 12;
const LENGTHS = [1, 2, 3];

/** Name and arguments of a call as one short text; the order of keys does not matter (S3.53). `input` is what JSON can hold, or undefined. */
export function signatureOf(name: string, input: unknown): string {
  return `${name} ${digestOf(input ?? null)}`;
}

/** The length of the pattern that the last twelve signatures repeat; null when they repeat none, or are fewer than twelve. */
export function patternIn(signatures: readonly string[]): number | null {
  const last = signatures.slice(-WINDOW);
  if (last.length < WINDOW) return null;
  return LENGTHS.find((length) => last.every((signature, index) => signature === last[index % length])) ?? null;
}
