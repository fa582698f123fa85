/** Writes the caps of a run, and how much of the time budget it has used. */
import { timeBudgetOf } from "#core/events/data/time-used.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import type { Limits } from "#core/values/limits.ts";
import { count, counted, dollars } from "#text/format/format.ts";

/** The caps that are set, for "at most …"; empty without any. */
export function capsOf({ dollars: price, tokens, minutes }: Limits): readonly string[] {
  return [
    ...(price === null ? [] : [dollars(price)]),
    ...(tokens === null ? [] : [`${count(tokens)} tokens`]),
    ...(minutes === null ? [] : [`${counted(minutes, "minute")} of work`]),
  ];
}

/** The used time against the time budget; null for a run without one. */
export function timeUseLine(run: Run): string | null {
  const { countedSeconds, capSeconds, overshootSeconds, lastCompletedStep } = timeBudgetOf(run.worked, limitsOf(run));
  if (capSeconds === null) return null;
  const over = overshootSeconds > 0 ? `, over by ${overshootSeconds} s` : "";
  return `${countedSeconds} s of at most ${capSeconds} s${over}; last completed step: ${lastCompletedStep ?? "none"}`;
}
