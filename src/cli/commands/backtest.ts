/**
 * `loopwright backtest`: says of the bugs that this repository has closed already what the gate would have said of
 * their fixes, and of wrong patches.
 */
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { backtestHere } from "#cli/backtest/backtest-here.ts";
import { homeOf } from "#cli/local/home.ts";
import { pageFile } from "#cli/local/page-file.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse, NOT_REACHED } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { summaryOf } from "#core/backtest/summary.ts";
import { backtestHtml } from "#text/backtest/backtest-html.ts";
import { backtestLine, backtestPage } from "#text/backtest/backtest-page.ts";

/** Closed bugs that are looked at, and minutes for all of them, where nothing else is asked for. */
const LAST = 50;
const MINUTES = 30;

/** The exit code is 0 where every true fix is accepted and no wrong patch. Throws `Misuse`, and `Failure("git")`. */
export async function backtest(args: Arguments, terminal: Terminal): Promise<number> {
  const wishes = { last: numberOf(args, "last", [LAST, 1000]), minutes: numberOf(args, "minutes", [MINUTES, 1440]) };
  const html = await pageFile(args, terminal);
  const home = await homeOf(terminal);
  const { rows, isWhole } = await backtestHere(terminal, home, {
    ...wishes,
    again: args.has("again"),
    tell: (row, number) => terminal.note(backtestLine(row, number)),
  });
  const summary = summaryOf(rows);
  if (html !== null) await writeFile(html, backtestHtml(basename(terminal.folder), rows, isWhole));
  const data = (): string => JSON.stringify({ whole: isWhole, summary, rows }, null, 2);
  terminal.print(args.has("json") ? data() : backtestPage(rows, isWhole));
  return summary.trusted && isWhole ? DONE : NOT_REACHED;
}

function numberOf(args: Arguments, name: "last" | "minutes", [usual, most]: readonly [number, number]): number {
  const given = args.value(name);
  if (given === undefined) return usual;
  const value = Number(given);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new Misuse(`--${name} takes a number from 1 to ${most}, not ${given}`);
}
