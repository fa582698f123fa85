/** The commands of the command line by their names. A new one is a file in `commands/` and a line here. */
import type { Arguments, Flags } from "./arguments.ts";
import { APPROVE_FLAGS, approveRun } from "./commands/approve.ts";
import { GATE_FLAGS, judgeHead } from "./commands/gate.ts";
import { NEW_FLAGS, newRun } from "./commands/new.ts";
import { PAUSE_FLAGS, pauseRun } from "./commands/pause.ts";
import { REPLAY_FLAGS, replayHistory } from "./commands/replay.ts";
import { RESUME_FLAGS, resumeRun } from "./commands/resume.ts";
import { STATUS_FLAGS, showStatus } from "./commands/status.ts";
import { continueRun, redirectRun, STEER_FLAGS, unblockRun } from "./commands/steer.ts";
import { STOP_FLAGS, stopRun } from "./commands/stop.ts";
import type { Terminal } from "./terminal.ts";

/** Gives the exit code. Throws `Misuse` for what a person got wrong and `Failure` for a broken outside. */
export interface CliCommand {
  readonly flags: Flags;
  readonly run: (args: Arguments, terminal: Terminal) => Promise<number>;
}

export const COMMANDS: ReadonlyMap<string, CliCommand> = new Map([
  ["new", { flags: NEW_FLAGS, run: newRun }],
  ["approve", { flags: APPROVE_FLAGS, run: approveRun }],
  ["status", { flags: STATUS_FLAGS, run: showStatus }],
  ["stop", { flags: STOP_FLAGS, run: stopRun }],
  ["pause", { flags: PAUSE_FLAGS, run: pauseRun }],
  ["continue", { flags: STEER_FLAGS, run: continueRun }],
  ["redirect", { flags: STEER_FLAGS, run: redirectRun }],
  ["unblock", { flags: STEER_FLAGS, run: unblockRun }],
  ["resume", { flags: RESUME_FLAGS, run: resumeRun }],
  ["replay", { flags: REPLAY_FLAGS, run: replayHistory }],
  ["gate", { flags: GATE_FLAGS, run: judgeHead }],
]);
