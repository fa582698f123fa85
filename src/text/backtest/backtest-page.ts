/** Writes the terminal page of `loopwright backtest`. */
import { type BacktestRow, summaryOf } from "#core/backtest/summary.ts";
import { VARIANTS } from "#core/backtest/variants.ts";
import { duration, shortSha } from "#text/format/format.ts";
import { columns, items, oneLine, pageOf, part, wrapped } from "#text/terminal/layout.ts";
import { adviceLines, cellMarks, MARK_WORDS, remarksOn } from "./backtest-words.ts";
import { figureLines, trustLine } from "./summary-lines.ts";

/** Characters of details that a terminal shows of one fix. */
const MOST = 300;

/** The verdict, the figures, a line for each fix, what is not as it should be, and what to do. */
export function backtestPage(rows: readonly BacktestRow[], isWhole: boolean): string {
  const shown = rows.filter(({ result }) => result.kind !== "no_fix");
  const table = columns(
    ["commit", ...VARIANTS, "time", "subject"],
    shown.map(({ commit, subject, result }) => [
      shortSha(commit),
      ...cellMarks(result),
      duration(result.ms),
      oneLine(subject).slice(0, 60),
    ]),
  );
  const marks = Object.entries(MARK_WORDS).map(([mark, words]) => wrapped(`  ${mark.padEnd(6)} `, words));
  const remarks = shown.flatMap((row) =>
    remarksOn(row).map((remark) => wrapped(`  ${shortSha(row.commit)}  `, remark.slice(0, MOST))),
  );
  return pageOf([
    wrapped("", trustLine(rows, isWhole)),
    items(figureLines(rows)),
    table,
    table === "" ? "" : marks.join("\n"),
    part("Not as it should be, or not decided:", remarks.join("\n")),
    part("What to do about what was not decided:", items(adviceLines(summaryOf(rows)))),
  ]);
}

/** One line of progress for a row: its number, the commit, and what came of it. */
export function backtestLine({ commit, subject, result }: BacktestRow, number: number): string {
  const said =
    result.kind === "judged"
      ? cellMarks(result).join(" ")
      : result.kind === "no_fix"
        ? "no fix"
        : `not decided: ${result.why}`;
  const count = result.kind === "no_fix" ? "" : `${number}`;
  return `${count.padStart(4)}  ${shortSha(commit)}  ${said}  ${oneLine(subject).slice(0, 60)}`;
}
