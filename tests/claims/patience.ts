/** How long tests with a fault may take: a fault can make a loop that no timer of the test runner ends. */
import type { Claim } from "./claim.ts";
import { type Outcome, ownOutcomes } from "./judge.ts";

/** Milliseconds for what goes before the tests: the runner, their file, what they set up. */
const START = 90_000;
/** A fault can make tests slower and still pass. */
const SLOWER = 5;
/** The longest that start programs take eight minutes. */
const MOST = 15 * 60_000;

/** Milliseconds after which the tests of these rows will not end, by what they took without a fault. Pure. */
export function patienceWith(rows: readonly Claim[], sound: readonly Outcome[]): number {
  const own = new Set(rows.flatMap((row) => ownOutcomes(row, sound)));
  const took = [...own].reduce((sum, { ms = 0 }) => sum + ms, 0);
  return Math.min(MOST, START + SLOWER * took);
}
