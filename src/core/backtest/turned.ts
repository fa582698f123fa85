/** Decides by the tests whether a change closed a bug, which of them it turned green, and what passed before it. */
import { isUndecidable, type TestRun } from "#core/analysis/test-results/test-run.ts";
import { brokenBy, turnedGreen, type UndecidedReason, withoutItsTests } from "./fix-result.ts";

/**
 * What the tests show with the fix, on the parent with the tests of the fix in place, and on the parent as it was. The
 * last one is asked for where the one before it names no test.
 */
export interface FixRuns {
  readonly fix: TestRun;
  readonly withTests: TestRun;
  readonly parent: TestRun;
}

/** The tests that a fix turned green, and what passed before it. */
export interface TurnedTests {
  readonly kind: "turned";
  readonly red: readonly string[];
  readonly before: TestRun;
}

/** Why the tests do not decide it. */
export interface NotTurned {
  readonly kind: "undecided";
  readonly why: UndecidedReason;
  readonly details: string;
}

/** What a change is, where the run with it names its tests. Pure. */
export function turnedBy({ fix, withTests, parent }: FixRuns): TurnedTests | NotTurned | { readonly kind: "no_fix" } {
  const isBare = isUndecidable(withTests);
  const before = isBare ? withoutItsTests(parent, fix) : withTests;
  if (before === null) return { kind: "undecided", why: "unloaded", details: withTests.details };
  const red = turnedGreen(before, fix);
  // Tests that have the names of earlier ones and could not be built: all of them are red.
  const turned = red.length === 0 && isBare ? turnedGreen(withTests, fix) : red;
  if (turned.length === 0)
    return fix.green ? { kind: "no_fix" } : { kind: "undecided", why: "red", details: fix.details };
  const broken = brokenBy(isBare ? parent : withTests, fix);
  if (broken.length > 0) return { kind: "undecided", why: "breaks", details: broken.join("; ") };
  return { kind: "turned", red: turned, before };
}
