/** How a person says something to a run: on its issue, or at the command line. */
import type { Run } from "./run.ts";

/** The words as they are typed where this run lives, in backticks: `/loop unblock <reason>`, or `loopwright unblock …`. */
export function asSaid({ issue, alias }: Pick<Run, "issue" | "alias">, word: string, rest = ""): string {
  const tail = rest === "" ? "" : ` ${rest}`;
  return issue.number === null ? `\`loopwright ${word}${tail} --run ${alias}\`` : `\`/loop ${word}${tail}\``;
}
