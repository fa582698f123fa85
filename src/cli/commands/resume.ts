/** `loopwright resume [name]`: continues a run that was paused, stopped, failed or lost its worker. */
import { driveOptionsOf } from "#cli/local/drive-locally.ts";
import { chosenAlias, homeOf, runOf } from "#cli/local/home.ts";
import { steerAndDrive } from "#cli/local/steer-locally.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { obstacleToResume } from "#core/commands/resume.ts";

export async function resumeRun(args: Arguments, terminal: Terminal): Promise<number> {
  const wishes = await driveOptionsOf(args, terminal);
  const home = await homeOf(terminal);
  const alias = await chosenAlias(home, args.words[0]);
  const run = await runOf(home, alias);
  const obstacle = obstacleToResume(run);
  if (obstacle !== null) throw new Misuse(obstacle);
  if (run.stage === "failed" && run.errorState !== null)
    terminal.note(`It had failed: ${run.errorState.step}: ${run.errorState.message}`);
  // A run whose worker died still has the stage `running` in its journal: it only needs a driver.
  return steerAndDrive(terminal, { home, alias, wishes }, { word: "resume", text: "" });
}
