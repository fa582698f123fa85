/** `loopwright pause`: pauses the active run at its next step; a process that drives it sees it within a second. */
import { followUp } from "#cli/local/follow-up.ts";
import { chosenAlias, homeOf } from "#cli/local/home.ts";
import { steerLocally } from "#cli/local/steer-locally.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";

export async function pauseRun(args: Arguments, terminal: Terminal): Promise<number> {
  const home = await homeOf(terminal);
  const alias = await chosenAlias(home, args.value("run"));
  await steerLocally(home, alias, { word: "pause", text: "" });
  return followUp(terminal, home, alias, { verb: "pause", json: args.has("json") });
}
