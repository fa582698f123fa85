/** Decides by the tests whether a change closed a bug, which of them it turned green, and what passed before it. */
import { isUndecidable, type TestRun } from "#core/analysis/test-results/test-run.ts";
import { newlyFailing, ownTests, turnedGreen, type Undecided, undecided, withoutItsTests } from "./fix-result.ts";

/**
 * What the tests show with the fix, on the parent with the tests of the fix in place, and on the parent as it was.
 * `held`: with the fix and the base's tests within its sources; the same where it changes none there.
 */
export interface FixRuns {
  readonly fix: TestRun;
  readonly held: TestRun;
  readonly withTests: TestRun;
  readonly parent: TestRun;
}

/**
 * The tests that a fix turned green, those that came with it and pass without it as well, and what passed before it:
 * the parent's own tests alone, because those that a patch brings are asked for no fault on any base.
 */
export interface TurnedTests {
  readonly kind: "turned";
  readonly red: readonly string[];
  readonly brought: readonly string[];
  readonly before: TestRun;
}

/** What a change is, where the run with it names its tests. Pure. */
export function turnedBy(runs: FixRuns): TurnedTests | Undecided | { readonly kind: "no_fix" } {
  const { fix, withTests, parent } = runs;
  const isBare = isUndecidable(withTests);
  const before = isBare ? withoutItsTests(parent, fix) : withTests;
  if (before === null) return undecided("unloaded", withTests.details);
  const green = turnedGreen(before, fix);
  // Tests that have the names of earlier ones and could not be built: all of them are red.
  const turned = green.length === 0 && isBare ? turnedGreen(withTests, fix) : green;
  if (turned.length === 0)
    return fix.green || failsAsBefore(parent, fix) ? { kind: "no_fix" } : undecided("red", fix.details);
  const broken = newlyFailing(before, fix);
  if (broken.length > 0) return undecided("breaks", broken.join("; "));
  return heldTests(turned, before, runs);
}

/** Of the tests that turned green those that a gate can ask for, and those that came beside them. */
function heldTests(turned: readonly string[], before: TestRun, { held, parent }: FixRuns): TurnedTests | Undecided {
  const passes = new Set(held.names?.passed);
  const red = turned.filter((name) => passes.has(name));
  if (red.length === 0) return undecided("inside", turned.join("; "));
  const own = ownTests(before, parent);
  const isRed = new Set(red);
  const brought = turnedGreen(own, held).filter((name) => !isRed.has(name));
  return { kind: "turned", red, brought, before: own };
}

/** True where all that fails with the fix failed on the parent by itself, as what this machine has not always does. */
function failsAsBefore(parent: TestRun, fix: TestRun): boolean {
  return (fix.names?.failed ?? []).length > 0 && newlyFailing(parent, fix).length === 0;
}
