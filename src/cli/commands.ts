/**
 * The commands of the command line by their names. A new one is a file in `commands/`, a line here, and its usage in
 * `terminal/usage.yaml`.
 */
import type { Arguments } from "#cli/terminal/arguments.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";

/** Gives the exit code. Throws `Misuse` for a person's mistake and `Failure` for a broken outside. */
export type CliCommand = (args: Arguments, terminal: Terminal) => Promise<number>;

/** Each is loaded when it is asked for: somebody waits for every start. */
export const COMMANDS: ReadonlyMap<string, () => Promise<CliCommand>> = new Map([
  ["init", async () => (await import("#cli/commands/init.ts")).initRepository],
  ["new", async () => (await import("#cli/commands/new.ts")).newRun],
  ["approve", async () => (await import("#cli/commands/approve.ts")).approveRun],
  ["status", async () => (await import("#cli/commands/status.ts")).showStatus],
  ["stop", async () => (await import("#cli/commands/stop.ts")).stopRun],
  ["pause", async () => (await import("#cli/commands/pause.ts")).pauseRun],
  ["continue", async () => (await import("#cli/commands/steer.ts")).continueRun],
  ["redirect", async () => (await import("#cli/commands/steer.ts")).redirectRun],
  ["unblock", async () => (await import("#cli/commands/steer.ts")).unblockRun],
  ["resume", async () => (await import("#cli/commands/resume.ts")).resumeRun],
  ["list", async () => (await import("#cli/commands/list.ts")).listRuns],
  ["history", async () => (await import("#cli/commands/history.ts")).showHistory],
  ["report", async () => (await import("#cli/commands/report.ts")).reportRun],
  ["clean", async () => (await import("#cli/commands/clean.ts")).cleanRuns],
  ["replay", async () => (await import("#cli/commands/replay.ts")).replayHistory],
  ["trail", async () => (await import("#cli/commands/trail.ts")).followTrail],
  ["memory", async () => (await import("#cli/commands/memory.ts")).showMemory],
  ["forget", async () => (await import("#cli/commands/forget.ts")).forgetMemory],
  ["gate", async () => (await import("#cli/commands/gate.ts")).judgeHead],
  ["backtest", async () => (await import("#cli/commands/backtest.ts")).backtest],
  ["doctor", async () => (await import("#cli/commands/doctor.ts")).examine],
  ["schema", async () => (await import("#cli/commands/schema.ts")).printSchema],
  ["completion", async () => (await import("#cli/commands/completion.ts")).printCompletion],
  ["agent", async () => (await import("#cli/commands/agent.ts")).runAgent],
]);
