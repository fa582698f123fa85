/** `loopwright resume [name]`: a run that was stopped, failed or lost its worker goes on where it was (S1.60). */
import { systemClock } from "#adapters/system-clock.ts";
import { obstacleToResume } from "#core/resume.ts";
import type { Arguments } from "../arguments.ts";
import { carryOn, conclude, wishesOf } from "../carry-on.ts";
import { Misuse } from "../exit.ts";
import { chosenAlias, homeOf, runOf } from "../home.ts";
import { kitOf } from "../kit.ts";
import type { Terminal } from "../terminal.ts";

export const RESUME_FLAGS = { expect: "string", result: "string" } as const;

export async function resumeRun(args: Arguments, terminal: Terminal): Promise<number> {
  const wishes = await wishesOf(args, terminal);
  const home = await homeOf(terminal);
  const alias = await chosenAlias(home, args.words[0]);
  const journal = home.journalOf(alias);
  const run = await runOf(home, alias);
  const obstacle = obstacleToResume(run);
  if (obstacle !== null) throw new Misuse(obstacle);
  if (run.stage === "failed" && run.trouble !== null) terminal.note(`It had failed: ${run.trouble.step}: ${run.trouble.message}`);
  const kit = await kitOf(terminal, home, run);
  try {
    // A run whose worker died is still running in its journal: it only needs a driver.
    if (run.stage === "stopped" || run.stage === "failed") {
      const resumed = { kind: "resumed" as const, at: systemClock.now(), by: home.repository.user || "you" };
      if ((await journal.append([resumed], run.rev)) === "conflict") throw new Misuse("the run moved on meanwhile; see loopwright status");
    }
    const after = await carryOn(home, alias, kit);
    return await conclude(terminal, home, after, wishes);
  } finally {
    await kit.workspace.dispose();
  }
}
