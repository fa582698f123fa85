/** The commands of the command line by their names. A new one is a file in `commands/` and a line here. */
import { AGENT_FLAGS, runAgent } from "#cli/commands/agent.ts";
import { APPROVE_FLAGS, approveRun } from "#cli/commands/approve.ts";
import { BACKTEST_FLAGS, backtest } from "#cli/commands/backtest.ts";
import { CLEAN_FLAGS, cleanRuns } from "#cli/commands/clean.ts";
import { DOCTOR_FLAGS, examine } from "#cli/commands/doctor.ts";
import { FORGET_FLAGS, forgetMemory } from "#cli/commands/forget.ts";
import { GATE_FLAGS, judgeHead } from "#cli/commands/gate.ts";
import { showHistory } from "#cli/commands/history.ts";
import { listRuns } from "#cli/commands/list.ts";
import { MEMORY_FLAGS, showMemory } from "#cli/commands/memory.ts";
import { NEW_FLAGS, newRun } from "#cli/commands/new.ts";
import { PAUSE_FLAGS, pauseRun } from "#cli/commands/pause.ts";
import { REPLAY_FLAGS, replayHistory } from "#cli/commands/replay.ts";
import { RESUME_FLAGS, resumeRun } from "#cli/commands/resume.ts";
import { printSchema } from "#cli/commands/schema.ts";
import { STATUS_FLAGS, showStatus } from "#cli/commands/status.ts";
import { continueRun, redirectRun, STEER_FLAGS, unblockRun } from "#cli/commands/steer.ts";
import { STOP_FLAGS, stopRun } from "#cli/commands/stop.ts";
import { followTrail } from "#cli/commands/trail.ts";
import type { AcceptedArguments, Arguments } from "#cli/terminal/arguments.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";

/** Gives the exit code. Throws `Misuse` for a person's mistake and `Failure` for a broken outside. */
export interface CliCommand extends AcceptedArguments {
  readonly run: (args: Arguments, terminal: Terminal) => Promise<number>;
}

export const COMMANDS: ReadonlyMap<string, CliCommand> = new Map([
  ["new", { flags: NEW_FLAGS, words: Infinity, either: [], run: newRun }],
  ["approve", { flags: APPROVE_FLAGS, words: Infinity, either: [], run: approveRun }],
  ["status", { flags: STATUS_FLAGS, words: 0, either: [], run: showStatus }],
  ["stop", { flags: STOP_FLAGS, words: Infinity, either: [], run: stopRun }],
  ["pause", { flags: PAUSE_FLAGS, words: 0, either: [], run: pauseRun }],
  ["continue", { flags: STEER_FLAGS, words: 0, either: [], run: continueRun }],
  ["redirect", { flags: STEER_FLAGS, words: Infinity, either: [], run: redirectRun }],
  ["unblock", { flags: STEER_FLAGS, words: Infinity, either: [], run: unblockRun }],
  ["resume", { flags: RESUME_FLAGS, words: 1, either: [], run: resumeRun }],
  ["list", { flags: {}, words: 0, either: [], run: listRuns }],
  ["history", { flags: {}, words: 1, either: [], run: showHistory }],
  ["clean", { flags: CLEAN_FLAGS, words: 1, either: [["word", "all"]], run: cleanRuns }],
  ["replay", { flags: REPLAY_FLAGS, words: 1, either: [], run: replayHistory }],
  ["trail", { flags: {}, words: 1, either: [], run: followTrail }],
  ["memory", { flags: MEMORY_FLAGS, words: 0, either: [], run: showMemory }],
  ["forget", { flags: FORGET_FLAGS, words: 1, either: [], run: forgetMemory }],
  ["gate", { flags: GATE_FLAGS, words: 0, either: [], run: judgeHead }],
  ["backtest", { flags: BACKTEST_FLAGS, words: 0, either: [], run: backtest }],
  ["doctor", { flags: DOCTOR_FLAGS, words: 0, either: [["repo", "live"]], run: examine }],
  ["schema", { flags: {}, words: 0, either: [], run: printSchema }],
  ["agent", { flags: AGENT_FLAGS, words: Infinity, either: [], run: runAgent }],
]);
