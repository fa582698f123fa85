/** Writes what the run cost, step by step and role by role. */
import type { Event } from "#core/events/event.ts";
import { agentUsageOf, stepUsageOf } from "#core/outcome/step-usage.ts";
import type { Run } from "#core/run/run.ts";
import type { ModelUsage } from "#core/values/usage.ts";
import { count, dollars, duration } from "#text/format/format.ts";
import type { Html } from "#text/html/html.ts";
import { htmlRow, htmlTable } from "#text/html/html-page.ts";
import { STEP_WORDS } from "./step-words.ts";

const USAGE = ["calls", "input", "from cache", "into cache", "output", "dollars"];

/** A row for each step that asked a model or took time, and one for all. Null before the first. */
export function costHtml(events: readonly Event[], { spend }: Run): Html | null {
  const steps = stepUsageOf(events);
  const all = steps.reduce((sum, { ms }) => sum + ms, 0);
  const row = (name: string, usage: ModelUsage, ms: number): Html => htmlRow([name, ...cells(usage), duration(ms)]);
  const rows = steps.map(({ step, usage, ms }) => row(STEP_WORDS[step], usage, ms));
  return htmlTable("Cost", ["step", ...USAGE, "time"], rows.length === 0 ? [] : [...rows, row("all", spend, all)]);
}

/** A row for each role and agent that asked a model. Null where none did. */
export function costByRoleHtml(events: readonly Event[]): Html | null {
  const rows = agentUsageOf(events).map(({ agent, usage }) =>
    htmlRow([agent ?? "not told by an earlier version", ...cells(usage)]),
  );
  return htmlTable("Cost by role", ["role", ...USAGE], rows);
}

function cells(usage: ModelUsage): readonly (string | number)[] {
  const { calls, input, cacheRead, cacheWrite, output } = usage;
  return [calls, ...[input, cacheRead, cacheWrite, output].map(count), dollars(usage.dollars)];
}
