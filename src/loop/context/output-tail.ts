/** Shortens the output of a command to the part that the journal keeps, and says how the command ended. */
import type { ExecResult } from "#ports/tool-access.ts";
import { headAndTail } from "#text/format/shorten.ts";

/**
 * Characters kept of standard output, and of standard error, which is shown only after a failure. Of a long error the
 * beginning and the end are kept.
 */
const STDOUT = 2_000;
const STDERR = 500;

/** Characters kept of both together, so that they fit into a rule's result. */
const ALL = 1_900;

/**
 * Standard error comes last, because the reason usually stands there; standard output loses its beginning where it is
 * too long.
 */
export function outputTail({ exitCode, killed, stdout, stderr }: ExecResult): string {
  const end = killed === null ? `exit code ${exitCode}` : `killed: ${killed}`;
  const failed = exitCode !== 0 || killed !== null;
  const error = failed ? headAndTail(stderr.trimEnd(), STDERR) : "";
  const room = Math.min(STDOUT, ALL - error.length);
  const text = [stdout.trimEnd().slice(-room), error].filter((part) => part !== "").join("\n");
  return `${end}${text === "" ? "" : `\n${text}`}`;
}
