/** `loopwright status`: prints the state of the active run. */
import { iso } from "#adapters/system-clock.ts";
import { chosenAlias, homeOf, runOf } from "#cli/local/home.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import type { Run } from "#core/run/run.ts";
import { statusPage } from "#text/terminal/status-page.ts";

export const STATUS_FLAGS = { run: "string", plan: "boolean" } as const;

export async function showStatus(args: Arguments, terminal: Terminal): Promise<number> {
  const home = await homeOf(terminal);
  if (args.value("run") === undefined && (await home.active()) === null) {
    const known = await home.aliases();
    terminal.print(
      `No loop is active here.` +
        `${known.length === 0 ? "" : ` Earlier runs: ${known.join(", ")} (loopwright status --run <name>)`}`,
    );
    return DONE;
  }
  const run = await runOf(home, await chosenAlias(home, args.value("run")));
  terminal.print(args.has("plan") ? planText(run) : statusPage(run, iso(run.updatedAt)));
  return DONE;
}

/** The plan as data, as `gate --plan` reads it. */
function planText({ plan, alias }: Run): string {
  if (plan === null) throw new Misuse(`the run ${alias} has no plan yet`);
  return JSON.stringify(plan, null, 2);
}
