/** How long proofs are made: `npm run proofs` takes the long way (many seeds, every moment of a crash), the tests of every day a short one. */

/** True in `npm run proofs`. */
export const LONG = process.env["LOOPWRIGHT_PROOFS"] === "long";

/** All cases in the long form; in the short one the first `short` of them. */
export function casesOf<T>(short: number, ...cases: readonly T[]): readonly T[] {
  return LONG ? cases : cases.slice(0, short);
}
