/** `loopwright status`: prints the state of the active run, or of the last one. */
import { iso } from "#adapters/system-clock.ts";
import { chosenAlias, homeOf, runOf } from "#cli/local/home.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import type { Run } from "#core/run/run.ts";
import { runFile } from "#text/journal/journal-codec.ts";
import { statusPage } from "#text/terminal/status-page.ts";

export async function showStatus(args: Arguments, terminal: Terminal): Promise<number> {
  const home = await homeOf(terminal);
  const asked = args.value("run") ?? (await home.active());
  const alias = asked ?? (await home.latest());
  if (alias === null) {
    terminal.print("No run is active here. Begin one: loopwright new <issue.md or text>");
    return DONE;
  }
  if (asked === null) terminal.note(`No run is active here; the last one was ${alias}.`);
  const run = await runOf(home, await chosenAlias(home, alias));
  terminal.print(shown(run, args));
  return DONE;
}

function shown(run: Run, { has }: Arguments): string {
  if (has("plan")) return planText(run);
  return has("json") ? runFile(run, iso).trimEnd() : statusPage(run, iso(run.updatedAt));
}

/** The plan as data, as `gate --plan` reads it. */
function planText({ plan, alias }: Run): string {
  if (plan === null) throw new Misuse(`the run ${alias} has no plan yet`);
  return JSON.stringify(plan, null, 2);
}
