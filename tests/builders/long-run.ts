/** A run of many iterations, as its report shows it. */
import type { EventDraft } from "#core/events/event.ts";
import { reportHtml } from "#text/report/report-html.ts";
import * as J from "./journal.ts";

const sha = (digit: string): string => digit.repeat(40);

function round(number: number): readonly EventDraft[] {
  return [
    J.PLANNED,
    ...J.made(sha("1")),
    J.PREPARED,
    J.evaluated(sha("1"), "A", ["a.correctness.logic"]),
    J.kept(sha("c")),
    J.audited("OK", number),
  ];
}

/** The page of a run of a hundred iterations, each scored a little better than the last. */
export function longReport(): string {
  const events = J.timed([J.STARTED, ...J.BEGUN, ...Array.from({ length: 100 }, (_, index) => round(index)).flat()]);
  const run = J.settledRun(...J.SHOWN);
  const [row] = run.progress.rows;
  if (row === undefined) throw new Error("nothing was scored");
  const rows = Array.from({ length: 100 }, (_, index) => ({ ...row, iteration: index + 1, score: index / 100, passed: false }));
  return reportHtml({ events, run: { ...run, progress: { ...run.progress, rows } }, broken: null }, (ms) => new Date(ms).toISOString());
}
