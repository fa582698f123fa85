/** The sentences that sum a backtest up: how often the gate was right, and whether it can be trusted. */
import { type BacktestRow, summaryOf } from "#core/backtest/summary.ts";
import { duration } from "#text/format/format.ts";

/** The figures, a sentence each. */
export function figureLines(rows: readonly BacktestRow[]): readonly string[] {
  const { fixes, decided, trueAccepted, wrong, wrongAccepted, harmless, notFixes, medianMs, excused } = summaryOf(rows);
  const named = excused === 0 ? "" : `, ${excused} of them once the plan names tests that may find less`;
  const median = medianMs === null ? "" : `; half of them took less than ${duration(medianMs)}`;
  return [
    `${decided} of ${fixes} closed bugs could be decided${median}.`,
    `${trueAccepted} of ${decided} true fixes are accepted${named}.`,
    `${wrongAccepted} of ${wrong} wrong patches are accepted.`,
    `${harmless} half or broken patches are not wrong as far as the tests can tell.`,
    `${notFixes} changes of source and tests are not counted: their tests pass without them.`,
  ];
}

/** The verdict over all, in one sentence. */
export function trustLine(rows: readonly BacktestRow[], isWhole: boolean): string {
  const { trusted, decided, trueAccepted, wrongAccepted } = summaryOf(rows);
  const rest = isWhole ? "" : " The time was over before all were looked at; the same command goes on from here.";
  if (decided === 0) return `Nothing could be decided.${rest}`;
  if (trusted) return `On this history the gate accepts every true fix and no wrong patch.${rest}`;
  const refused = trueAccepted < decided ? " It refuses true fixes: they are named below." : "";
  const accepted = wrongAccepted > 0 ? " It accepts wrong patches: they are named below." : "";
  return `On this history the gate is NOT right everywhere.${accepted}${refused}${rest}`;
}
