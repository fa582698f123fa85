/** `loopwright doctor --live <owner>/<name>`: tries all that we assume of GitHub, by this machine's clock. */
import { systemClock } from "#adapters/system-clock.ts";
import { ASSUMPTIONS } from "#cli/live/assumptions/all.ts";
import { examineGitHub } from "#cli/live/examine-github.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";

/** Exit code and errors as `examineGitHub`. */
export function examineLive(args: Arguments, terminal: Terminal): Promise<number> {
  return examineGitHub(args, terminal, { assumptions: ASSUMPTIONS, clock: systemClock });
}
