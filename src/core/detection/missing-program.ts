/** Reads from the end of a command which program was not there. */

/** As dash, bash and busybox say it. */
const NOT_FOUND = /(?:^|[: ])([\w.+/-]{1,80}): (?:command )?not found$/;

/** The program that a shell did not find, by its name; null where it says nothing of one. */
export function missingProgram({
  exitCode,
  stderr,
}: {
  readonly exitCode: number | null;
  readonly stderr: string;
}): string | null {
  if (exitCode !== 127) return null;
  const lines = stderr.split("\n").map((line) => line.slice(-200).trim());
  return lines.map((line) => NOT_FOUND.exec(line)?.[1]).findLast((name) => name !== undefined) ?? null;
}
