/** Holds what the rows claim against what the tests did. */
import { type Outcome, objectionTo } from "../judge.ts";
import type { Row } from "./row.ts";

/** What is wrong with the claim of a row, as a sentence; null when it holds. A row that claims nothing holds. */
export function objectionToRow(row: Row, rows: readonly Row[], outcomes: readonly Outcome[]): string | null {
  if (row.status === "translated") {
    const target = rows.find(({ id }) => id === row.into);
    const objection = target === undefined ? "is not there" : objectionToRow(target, [], outcomes);
    return objection === null ? null : `${row.into} does not hold: ${objection}`;
  }
  return row.status === "proven" ? objectionTo(row, outcomes) : null;
}
