/** The end of what a command printed, with how it ended: the shortest useful evidence. */
import type { ExecResult } from "#ports/hands.ts";

/** Characters that are kept. */
const KEPT = 1_500;

/** Standard error last, because that is where the reason usually stands. */
export function outputTail({ exitCode, killed, stdout, stderr }: ExecResult): string {
  const end = killed === null ? `exit code ${exitCode}` : `killed: ${killed}`;
  const text = [stdout.trimEnd(), stderr.trimEnd()].filter((part) => part !== "").join("\n");
  return `${end}${text === "" ? "" : `\n${text.slice(-KEPT)}`}`;
}
