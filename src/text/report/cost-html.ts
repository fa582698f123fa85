/** Writes what the run cost, step by step. */
import type { Event } from "#core/events/event.ts";
import { type StepUsage, stepUsageOf } from "#core/outcome/step-usage.ts";
import type { Run } from "#core/run/run.ts";
import { count, dollars, duration } from "#text/format/format.ts";
import type { Html } from "#text/html/html.ts";
import { htmlRow, htmlTable } from "#text/html/html-page.ts";
import { STEP_WORDS } from "./step-words.ts";

/** A row for each step that asked a model or took time, and one for all. Null before the first. */
export function costHtml(events: readonly Event[], { spend }: Run): Html | null {
  const steps = stepUsageOf(events);
  const all = steps.reduce((sum, { ms }) => sum + ms, 0);
  const rows = steps.map(({ step, usage, ms }) => costRow(STEP_WORDS[step], { usage, ms }));
  return htmlTable(
    "Cost",
    ["step", "calls", "input", "from cache", "into cache", "output", "dollars", "time"],
    rows.length === 0 ? [] : [...rows, costRow("all", { usage: spend, ms: all })],
  );
}

function costRow(name: string, { usage, ms }: Omit<StepUsage, "step">): Html {
  const { calls, input, cacheRead, cacheWrite, output } = usage;
  return htmlRow([
    name,
    calls,
    ...[input, cacheRead, cacheWrite, output].map(count),
    dollars(usage.dollars),
    duration(ms),
  ]);
}
