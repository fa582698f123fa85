/** Holds what the rows claim against what the tests did. */
import { names, type Row } from "./row.ts";

/** One test that ran, or did not. */
export interface Outcome {
  readonly file: string;
  readonly title: string;
  readonly status: string;
}

/** What is wrong with the claim of a row, as a sentence; null when it holds. A row that claims nothing holds. */
export function objectionTo(row: Row, rows: readonly Row[], outcomes: readonly Outcome[]): string | null {
  if (row.status === "translated") {
    const target = rows.find(({ id }) => id === row.into);
    const objection = target === undefined ? "is not there" : objectionTo(target, [], outcomes);
    return objection === null ? null : `${row.into} does not hold: ${objection}`;
  }
  if (row.status !== "proven") return null;
  const own = outcomes.filter(({ file, title }) => file === row.test && names(title, row.id));
  if (own.length === 0) return `no test of ${row.test} has ${row.id} in its title`;
  const bad = own.find(({ status }) => status !== "passed");
  return bad === undefined ? null : `"${bad.title}" ${bad.status === "failed" ? "failed" : `did not run (${bad.status})`}`;
}
