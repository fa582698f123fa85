/**
 * Finds the command that a comment holds: the same for the job that handles it and for the job that reads it again.
 */
import { firstLine, furtherLines, textBelowFirstLine } from "./first-line.ts";
import { type ParsedSlash, parseSlash, type SlashCommand } from "./parse-slash.ts";

/** Commands that let something go on. */
const ONWARDS: readonly SlashCommand["kind"][] = ["start", "approve", "change", "resume", "continue", "malformed"];

/** A warning beside such a stop. */
const BOTH = "another command stands above it in the same comment; a stop comes before everything";

/**
 * The command on the first line that a reader sees; null where there is none. Where a comment holds a stop as well,
 * the stop counts.
 */
export function findCommand(body: string): ParsedSlash | null {
  const line = firstLine(body);
  // No command is without one, and what stands below need not be read then.
  const said = line?.includes("/") ? parseSlash(line, textBelowFirstLine(body)) : null;
  if (said === null || !ONWARDS.includes(said.command.kind)) return said;
  const stop = furtherLines(body)
    .map((further) => parseSlash(further))
    .find((further) => further?.command.kind === "stop");
  return stop == null ? said : { ...stop, command: { kind: "stop", note: BOTH } };
}
