/** Changes numbers of a plan for a person at this machine: the plan is shown again, and nothing is started. */
import { systemClock } from "#adapters/system-clock.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { withTime } from "#core/events/event.ts";
import { parsePlanNumbers } from "#core/plan/plan-numbers.ts";
import { changePlan } from "#core/planning/change-plan.ts";
import { planPage } from "#text/terminal/plan-page.ts";
import { chosenAlias, homeOf, runOf } from "./home.ts";

/**
 * Throws `Misuse` for a setting that cannot be changed, for a number that the configuration does not allow, and for a
 * run that does not wait.
 */
export async function changeNumbers(args: Arguments, terminal: Terminal): Promise<number> {
  const said = parsePlanNumbers(args.words.join(" "));
  if (said.kind === "wrong") throw new Misuse(said.problem);
  const home = await homeOf(terminal);
  const alias = await chosenAlias(home, args.value("run"));
  const run = await runOf(home, alias);
  const { drafts, reasons } = changePlan(run, home.repository.user || "you", said.settings);
  if (reasons.length > 0) throw new Misuse(`not changed: ${reasons.join("; ")}`);
  const events = drafts.map((draft) => withTime(draft, systemClock.now()));
  if (events.length > 0 && (await home.journalOf(alias).append(events, run.rev)) === "conflict")
    throw new Misuse("the run moved on meanwhile; see loopwright status");
  terminal.print(planPage(await runOf(home, alias)));
  return DONE;
}
