/** `loopwright list`: prints all runs of this repository. */
import { iso } from "#adapters/system-clock.ts";
import { type Home, homeOf, runOf } from "#cli/local/home.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { Failure } from "#ports/failure.ts";
import { type ListedRun, listedData, listPage } from "#text/terminal/list-page.ts";

export async function listRuns(args: Arguments, terminal: Terminal): Promise<number> {
  const home = await homeOf(terminal);
  const runs = await Promise.all((await home.aliases()).map((alias) => listed(home, alias)));
  const sorted = runs.toSorted((a, b) => (a.updated < b.updated ? 1 : -1));
  terminal.print(args.has("json") ? JSON.stringify(listedData(sorted), null, 2) : listPage(sorted));
  return DONE;
}

/** A run that cannot be read is a row too: it exists, and a person must look at it. */
async function listed(home: Home, alias: string): Promise<ListedRun> {
  try {
    const run = await runOf(home, alias);
    return { alias, run: run.unreadable === null ? run : null, updated: iso(run.updatedAt) };
  } catch (error) {
    if (!(error instanceof Misuse) && !(error instanceof Failure)) throw error;
    return { alias, run: null, updated: "" };
  }
}
