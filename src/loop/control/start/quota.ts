/**
 * Decides whether another run may begin today: counts what GitHub shows of runs, so that the bot has to remember
 * nothing.
 */
import type { Config } from "#core/config/config.ts";
import { type BegunRun, mayExceedPersonQuota, overQuota, runsOfLastDay } from "#core/config/quota.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import type { Journal } from "#ports/journal.ts";

/**
 * The reason why no run may begin, and when one may again; null when one may. Runs that were cleaned away do not count.
 * Throws `Failure("journal")`.
 */
export async function quotaFull(
  { by }: IssueEvent,
  quotas: Config["quotas"],
  control: ControlContext,
): Promise<string | null> {
  const now = control.clock.now();
  const runs = await control.runs();
  const today = new Set(mayExceedPersonQuota(runs, now, quotas) ? runsOfLastDay(runs, now) : []);
  const begun: BegunRun[] = [];
  for (const run of runs)
    begun.push({ ...run, by: today.has(run) ? await starterOf(control.journalIn(run.issue, run.runId)) : null });
  return overQuota(begun, { id: by.id, now }, quotas, control.iso);
}

async function starterOf(journal: Journal): Promise<number | null> {
  const history = await journal.load();
  const [first] = history.kind === "events" ? history.events : [];
  return first?.kind === "run_started" ? (first.startedBy ?? null) : null;
}
