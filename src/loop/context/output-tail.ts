/** What of a command's output is written down, with how it ended: the shortest useful evidence (S2.37). */
import type { ExecResult } from "#ports/tool-access.ts";
import { headAndTail } from "#text/format/shorten.ts";

/**
 * Characters of standard output that are kept, and of standard error, which only a failure shows. Of a long error both
 * ends say something.
 */
const STDOUT = 2_000;
const STDERR = 500;

/** Characters of all of it: as much as a result holds. */
const ALL = 1_900;

/**
 * Standard error last, because that is where the reason usually stands; what is too much is cut from the beginning of
 * standard output.
 */
export function outputTail({ exitCode, killed, stdout, stderr }: ExecResult): string {
  const end = killed === null ? `exit code ${exitCode}` : `killed: ${killed}`;
  const failed = exitCode !== 0 || killed !== null;
  const error = failed ? headAndTail(stderr.trimEnd(), STDERR) : "";
  const room = Math.min(STDOUT, ALL - error.length);
  const text = [stdout.trimEnd().slice(-room), error].filter((part) => part !== "").join("\n");
  return `${end}${text === "" ? "" : `\n${text}`}`;
}
