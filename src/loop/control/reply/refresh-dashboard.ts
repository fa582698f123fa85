/** Keeps the dashboard of a repository that asks for one: an issue that is edited where the facts have changed. */
import type { Config } from "#core/config/config.ts";
import type { Run } from "#core/run/run.ts";
import { dashboardOf } from "#core/runs/dashboard.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { orWarn } from "#loop/journals/views.ts";
import { dashboardText } from "#text/comments/dashboard.ts";

/**
 * Opens the issue where there is none, else edits it where its text is another one; a closed one is left alone, and a
 * second one is closed. Three
 * requests, and one more for a change; none where the configuration asks for no dashboard. Idempotent; what GitHub
 * refuses is a warning.
 */
export async function refreshDashboard(config: Config | null, control: ControlContext): Promise<void> {
  if (config?.dashboard === true) await orWarn(() => refresh(config, control), "the dashboard", control.log);
}

/**
 * The same for a poll of a run that is at work: of all runs that are open, the first one's poll looks after the
 * dashboard, so that a poll of many costs one request for each.
 */
export async function refreshDashboardInTurn({ config, runId }: Run, control: ControlContext): Promise<void> {
  if (config.dashboard !== true) return;
  const first = (await control.runs()).find(({ open }) => open);
  if (first?.runId === runId) await refreshDashboard(config, control);
}

async function refresh({ quotas }: Config, { summaries, dashboard, clock, iso }: ControlContext): Promise<void> {
  const text = dashboardText(dashboardOf(await summaries("now"), clock.now()), quotas, iso);
  const issue = await dashboard.find();
  if (issue === null) return dashboard.open(text);
  for (const double of issue.doubles) await dashboard.close(double);
  if (issue.open && issue.text.trimEnd() !== text.trimEnd()) await dashboard.edit(issue.number, text);
}
