/** Holds what a row claims against what the tests did. */
import { refusedSkips } from "../house/skips.ts";
import { type Claim, names } from "./claim.ts";

/** One test that ran, or did not. */
export interface Outcome {
  readonly file: string;
  readonly title: string;
  readonly status: string;
  /** Milliseconds that it took, where that is known; what goes before the tests of a file is not in them. */
  readonly ms?: number;
}

/** What became of the tests that a claim names: those of its file that have its id in their titles. */
export function ownOutcomes({ id, test }: Claim, outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.filter(({ file, title }) => file === test && names(title, id));
}

/**
 * True where one of these tests found the fault that was planted: it failed, or could not run any more because of it, and says so in its
 * title; a machine that must have what it needs does not look green then.
 */
export function findsFault(own: readonly Outcome[]): boolean {
  const lacks = ({ title, status }: Outcome) => status !== "passed" && title.includes("[skipped") && refusedSkips([title]).length > 0;
  return own.some((one) => one.status === "failed" || lacks(one));
}

/** What is wrong with a claim, as a sentence; null when it holds. */
export function objectionTo(claim: Claim, outcomes: readonly Outcome[]): string | null {
  const own = ownOutcomes(claim, outcomes);
  if (own.length === 0) return `no test of ${claim.test} has ${claim.id} in its title`;
  const bad = own.find(({ status }) => status !== "passed");
  return bad === undefined ? null : `"${bad.title}" ${bad.status === "failed" ? "failed" : `did not run (${bad.status})`}`;
}
