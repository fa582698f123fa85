/** Holds what a row claims against what the tests did. */
import { type Claim, names } from "./claim.ts";

/** One test that ran, or did not. */
export interface Outcome {
  readonly file: string;
  readonly title: string;
  readonly status: string;
}

/** What is wrong with a claim, as a sentence; null when it holds. */
export function objectionTo({ id, test }: Claim, outcomes: readonly Outcome[]): string | null {
  const own = outcomes.filter(({ file, title }) => file === test && names(title, id));
  if (own.length === 0) return `no test of ${test} has ${id} in its title`;
  const bad = own.find(({ status }) => status !== "passed");
  return bad === undefined ? null : `"${bad.title}" ${bad.status === "failed" ? "failed" : `did not run (${bad.status})`}`;
}
