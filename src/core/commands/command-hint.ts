/** How a person says something to a run: on its issue, or at the command line. */
import type { Run } from "#core/run/run.ts";

/**
 * The words as they are typed where this run lives, in backticks: `/loop unblock <reason>`, or `loopwright unblock …`.
 */
export function commandHint({ issue, alias }: Pick<Run, "issue" | "alias">, word: string, rest = ""): string {
  const said = rest === "" ? word : `${word} ${rest}`;
  if (issue.number !== null) return `\`/loop ${said}\``;
  // What it takes is the name of a run, as `history` and `clean` do, and no text that a name could be taken for.
  return word === "resume" ? `\`loopwright ${said} ${alias}\`` : `\`loopwright ${said} --run ${alias}\``;
}
