/** Shows how a person gives a command to a run: on its issue, or at the command line. */
import type { Run } from "#core/run/run.ts";

/**
 * The command as people type it for this run, in backticks: `/loop unblock <reason>`, or `loopwright unblock …`.
 */
export function commandHint({ issue, alias }: Pick<Run, "issue" | "alias">, word: string, rest = ""): string {
  const said = rest === "" ? word : `${word} ${rest}`;
  if (issue.number !== null) return `\`/loop ${said}\``;
  // What it takes is the name of a run, as `history` and `clean` do, and no text that a name could be taken for.
  return word === "resume" ? `\`loopwright ${said} ${alias}\`` : `\`loopwright ${said} --run ${alias}\``;
}

/**
 * A command as short as it may be on GitHub, without backticks: `/stop`, or `/loop stop` where bare words do not count.
 */
export function shortCommand({ config }: Pick<Run, "config">, said: string): string {
  return `${config.commands.bare ? "/" : "/loop "}${said}`;
}
