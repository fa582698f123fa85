/** The catalogue as tables: for a terminal, and for the docs. */
import { withBlock } from "../command.ts";
import { partOf, type Row, STATUSES } from "./row.ts";

const PARTS: Readonly<Record<string, string>> = {
  S0: "Seed 0: pipeline and gates",
  S1: "Seed 1: loop and scores",
  S2: "Seed 2: graph of atoms",
  S3: "Seed 3: agent runtime",
  S4: "Seed 4: hand-over and resume",
  C: "Contradictions, settled",
  M: "How they land on GitHub",
  X: "Conflicts between seeds",
  U: "Merged tables and acceptance tests",
};

const MARKS = ["<!-- conformance: written by `npm run conformance -- --table` -->", "<!-- end of conformance -->"] as const;

/** Rows of one part: `C` and `M` are told of as a whole. */
function within(part: string, rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ id }) => partOf(id) === part || (part.length === 1 && partOf(id).startsWith(part)));
}

/** Name and counts of each part, then of the seeds together. */
function countsOf(rows: readonly Row[]): readonly (readonly [string, ...number[]])[] {
  const count = (some: readonly Row[]) => STATUSES.map((status) => some.filter((row) => row.status === status).length);
  const seeds = rows.filter(({ id }) => id.startsWith("S"));
  return [
    ...Object.entries(PARTS).map(([part, name]) => [name, ...count(within(part, rows))] as const),
    ["All five seeds", ...count(seeds)] as const,
  ];
}

/** The block of the docs. */
function markdownOf(rows: readonly Row[]): string {
  const head = `| | ${STATUSES.join(" | ")} |\n|---|${"---:|".repeat(STATUSES.length)}`;
  return [head, ...countsOf(rows).map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
}

/** A page with its block written anew. Throws where the marks are missing. */
export function withTable(page: string, rows: readonly Row[]): string {
  return withBlock(page, MARKS, markdownOf(rows));
}

/** One line a part, for a terminal. */
export function linesOf(rows: readonly Row[]): readonly string[] {
  return countsOf(rows).map(([name, ...counts]) => {
    const parts = STATUSES.map((status, index) => `${String(counts[index]).padStart(3)} ${status}`);
    return `${name.padEnd(36)}${parts.join("  ")}`;
  });
}

/** One line a row: what it says and where it is proven, where it lands, or why not. */
export function lineOf(row: Row): string {
  return `${row.id.padEnd(8)}${row.status.padEnd(11)}${row.says}  [${whereOf(row)}]`;
}

function whereOf(row: Row): string {
  if (row.status === "proven") return row.test;
  return row.status === "translated" ? `as ${row.into}` : row.why;
}
