/** `loopwright continue`, `redirect` and `unblock`: a waiting run goes on, or a working one changes its course. */
import { driveOptionsOf } from "#cli/local/drive-locally.ts";
import { chosenAlias, homeOf } from "#cli/local/home.ts";
import { steerAndDrive } from "#cli/local/steer-locally.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import type { SteeringCommand } from "#core/commands/steering.ts";

/** Makes the command of that name; `wants`: the argument that it needs, null for none. */
function steering(
  word: SteeringCommand,
  wants: string | null,
): (args: Arguments, terminal: Terminal) => Promise<number> {
  return async (args, terminal) => {
    const text = args.words.join(" ").trim();
    if (wants !== null && text === "") throw new Misuse(`say ${wants}: loopwright ${word} "<text>"`);
    const wishes = await driveOptionsOf(args, terminal);
    const home = await homeOf(terminal);
    const alias = await chosenAlias(home, args.value("run"));
    return steerAndDrive(terminal, { home, alias, wishes }, { word, text });
  };
}

export const continueRun = steering("continue", null);
export const redirectRun = steering("redirect", "what should be done otherwise");
export const unblockRun = steering("unblock", "why the work may go on");
