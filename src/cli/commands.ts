/**
 * The commands of the command line by their names. A new one is a file in `commands/`, a line here, and its usage in
 * `terminal/usage.yaml`.
 */
import { runAgent } from "#cli/commands/agent.ts";
import { approveRun } from "#cli/commands/approve.ts";
import { backtest } from "#cli/commands/backtest.ts";
import { cleanRuns } from "#cli/commands/clean.ts";
import { printCompletion } from "#cli/commands/completion.ts";
import { examine } from "#cli/commands/doctor.ts";
import { forgetMemory } from "#cli/commands/forget.ts";
import { judgeHead } from "#cli/commands/gate.ts";
import { showHistory } from "#cli/commands/history.ts";
import { initRepository } from "#cli/commands/init.ts";
import { listRuns } from "#cli/commands/list.ts";
import { showMemory } from "#cli/commands/memory.ts";
import { newRun } from "#cli/commands/new.ts";
import { pauseRun } from "#cli/commands/pause.ts";
import { replayHistory } from "#cli/commands/replay.ts";
import { reportRun } from "#cli/commands/report.ts";
import { resumeRun } from "#cli/commands/resume.ts";
import { printSchema } from "#cli/commands/schema.ts";
import { showStatus } from "#cli/commands/status.ts";
import { continueRun, redirectRun, unblockRun } from "#cli/commands/steer.ts";
import { stopRun } from "#cli/commands/stop.ts";
import { followTrail } from "#cli/commands/trail.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";

/** Gives the exit code. Throws `Misuse` for a person's mistake and `Failure` for a broken outside. */
export type CliCommand = (args: Arguments, terminal: Terminal) => Promise<number>;

export const COMMANDS: ReadonlyMap<string, CliCommand> = new Map([
  ["init", initRepository],
  ["new", newRun],
  ["approve", approveRun],
  ["status", showStatus],
  ["stop", stopRun],
  ["pause", pauseRun],
  ["continue", continueRun],
  ["redirect", redirectRun],
  ["unblock", unblockRun],
  ["resume", resumeRun],
  ["list", listRuns],
  ["history", showHistory],
  ["report", reportRun],
  ["clean", cleanRuns],
  ["replay", replayHistory],
  ["trail", followTrail],
  ["memory", showMemory],
  ["forget", forgetMemory],
  ["gate", judgeHead],
  ["backtest", backtest],
  ["doctor", examine],
  ["schema", printSchema],
  ["completion", printCompletion],
  ["agent", runAgent],
]);
