/** `loopwright stop [note]`: stops the active run; a process that drives it sees it within a second. */
import { systemClock } from "#adapters/system-clock.ts";
import { followUp } from "#cli/local/follow-up.ts";
import { chosenAlias, type Home, homeOf, runOf } from "#cli/local/home.ts";
import { localUserOf } from "#cli/local/steer-locally.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { isOver } from "#core/run/resting-stages.ts";
import { writeDown } from "#loop/context/write-down.ts";

export async function stopRun(args: Arguments, terminal: Terminal): Promise<number> {
  const home = await homeOf(terminal);
  const alias = await chosenAlias(home, args.value("run"));
  await request(home, alias, args.words.join(" ").slice(0, 500));
  // A stopped run is closed without a model.
  return followUp(terminal, home, alias, { verb: "stop", json: args.has("json") });
}

async function request(home: Home, alias: string, note: string): Promise<void> {
  await runOf(home, alias);
  await writeDown(home.journalOf(alias), systemClock, (run) => {
    if (isOver(run.stage)) throw new Misuse(`the run ${alias} is over already: it is ${run.stage}`);
    return { drafts: [{ kind: "stop_requested", by: localUserOf(home), note, maintainer: true }], alone: false };
  });
}
