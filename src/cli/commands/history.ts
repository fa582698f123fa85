/** `loopwright history [name]`: every event of a run, in order (S1.01). */
import { iso } from "#adapters/system-clock.ts";
import { chosenAlias, homeOf } from "#cli/local/home.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse, NOT_REACHED } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { historyPage } from "#text/terminal/history-page.ts";

/** A history that breaks off is shown as far as it goes, with the reason, and the exit code says so. */
export async function showHistory({ words: [asked] }: Arguments, terminal: Terminal): Promise<number> {
  const home = await homeOf(terminal);
  const alias = await chosenAlias(home, asked);
  const history = await home.journalOf(alias).load();
  if (history.kind === "missing") throw new Misuse(`the run ${alias} has no history`);
  terminal.print(historyPage(history.events, iso));
  if (history.kind === "events") return DONE;
  terminal.note(`loopwright: the history breaks off there: ${history.why}`);
  return NOT_REACHED;
}
