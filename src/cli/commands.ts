/** The commands of the command line by their names. A new one is a file in `commands/` and a line here. */
import type { Arguments, Flags } from "./arguments.ts";
import { APPROVE_FLAGS, approveRun } from "./commands/approve.ts";
import { FORGET_FLAGS, forgetMemory } from "./commands/forget.ts";
import { GATE_FLAGS, judgeHead } from "./commands/gate.ts";
import { MEMORY_FLAGS, showMemory } from "./commands/memory.ts";
import { NEW_FLAGS, newRun } from "./commands/new.ts";
import { REPLAY_FLAGS, replayHistory } from "./commands/replay.ts";
import { RESUME_FLAGS, resumeRun } from "./commands/resume.ts";
import { STATUS_FLAGS, showStatus } from "./commands/status.ts";
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
  ["resume", { flags: RESUME_FLAGS, run: resumeRun }],
  ["replay", { flags: REPLAY_FLAGS, run: replayHistory }],
  ["memory", { flags: MEMORY_FLAGS, run: showMemory }],
  ["forget", { flags: FORGET_FLAGS, run: forgetMemory }],
  ["gate", { flags: GATE_FLAGS, run: judgeHead }],
]);
