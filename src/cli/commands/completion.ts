/** `loopwright completion <shell>`: prints a script by which the shell completes commands and options. */
import type { Arguments } from "#cli/terminal/arguments.ts";
import { completionScript, isShell, SHELLS } from "#cli/terminal/completion-script.ts";
import { DONE, Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { USAGES } from "#cli/terminal/usage.ts";

/** Throws `Misuse` for a shell that there is no script for. */
export async function printCompletion({ words: [shell = ""] }: Arguments, { print }: Terminal): Promise<number> {
  if (!isShell(shell)) throw new Misuse(`for which shell? loopwright completion ${SHELLS.join(", ")}`);
  print(completionScript(shell, USAGES));
  return DONE;
}
