/** Defines the tool that runs a shell command. */
import * as z from "zod";
import type { ExecResult } from "#ports/tool-access.ts";
import { defineTool } from "./tool.ts";
import { OUTPUT_LIMITS } from "./truncate.ts";

/** Milliseconds. */
const DEFAULT_MS = 120_000;
const MOST_MS = 600_000;

/** Fails unless the command ended by itself with 0. Never gets more time than the agent has left. */
export const exec = defineTool({
  name: "exec",
  effect: "runs",
  description: "Runs a shell command in the repository's root, without network. Nothing survives it but files.",
  input: z.strictObject({
    command: z.string().trim().min(1),
    timeout_ms: z.int().min(1).max(MOST_MS).default(DEFAULT_MS),
  }),
  limit: OUTPUT_LIMITS.exec,
  target: ({ command }) => command,
  run: async ({ command, timeout_ms: asked }, { toolAccess, signal, msLeft }) => {
    const timeout = Math.max(1, Math.min(asked, Math.floor(msLeft)));
    const result = await toolAccess.exec(command, { timeout, signal });
    return { text: describe(result, timeout), failed: result.exitCode !== 0 || result.killed !== null };
  },
});

/**
 * The output, how the command ended, and on a last line of its own the duration, the one figure that differs from run
 * to run.
 */
function describe(result: ExecResult, timeout: number): string {
  const parts = [
    result.stdout.trimEnd(),
    result.stderr === "" ? "" : `[stderr]\n${result.stderr.trimEnd()}`,
    result.omitted === 0 ? "" : `[${result.omitted} characters of the output were left out]`,
    killedBy(result, timeout),
    `exit_code: ${result.exitCode ?? "none"}`,
    `duration_ms: ${Math.round(result.ms)}`,
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function killedBy({ killed }: ExecResult, timeout: number): string {
  switch (killed) {
    case null:
      return "";
    case "time":
      return (
        `[TIMED OUT after ${timeout} ms: partial output above; ` +
        `a longer timeout_ms up to ${MOST_MS} can be requested]`
      );
    case "memory":
      return "[KILLED: it used too much memory; partial output above]";
    case "disk":
      return "[KILLED: it filled the disk, or wrote a file that is too large; partial output above]";
    case "signal":
      return "[KILLED by a signal; partial output above]";
  }
}
