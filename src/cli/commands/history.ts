/** `loopwright history [name]`: prints every event of a run, in order. */
import { iso } from "#adapters/system-clock.ts";
import { chosenAlias, homeOf } from "#cli/local/home.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse, NOT_REACHED } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { historyData, historyPage } from "#text/terminal/history-page.ts";

/** A damaged history is printed up to the damage, with the reason, and the exit code shows it. */
export async function showHistory(args: Arguments, terminal: Terminal): Promise<number> {
  const home = await homeOf(terminal);
  const alias = await chosenAlias(home, args.words[0]);
  const history = await home.journalOf(alias).load();
  if (history.kind === "missing") throw new Misuse(`the run ${alias} has no history`);
  terminal.print((args.has("json") ? historyData : historyPage)(history.events, iso));
  if (history.kind === "events") return DONE;
  terminal.note(`loopwright: the history breaks off there: ${history.why}`);
  return NOT_REACHED;
}
