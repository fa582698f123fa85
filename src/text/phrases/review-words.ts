/** Says where a rule that was made of a review comes from, and what became of all that reviews of a round ask for. */
import { evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { publicationOf } from "#core/run/run-facts.ts";
import { shortSha } from "#text/format/format.ts";
import { list } from "#text/format/table.ts";
import { code, inline } from "#text/sanitize/quote.ts";

/** Where the rule was asked for, and how it fared on the head that was reviewed; null for a rule of the plan. */
export function reviewOriginOf(run: Run, id: string): { readonly asked: string; readonly before: string } | null {
  const measurement = run.measurements.find(({ rules }) => rules.some((rule) => rule.id === id));
  if (measurement === undefined) return null;
  return { asked: askedIn(run, measurement.of), before: `red at ${shortSha(measurement.head)}` };
}

/** A link to the last review among the corrections up to this index. */
function askedIn(run: Run, of: number): string {
  const place = run.corrections.slice(0, of + 1).findLast(({ onPull }) => onPull !== undefined)?.onPull;
  const url = publicationOf(run)?.url;
  if (url == null || place?.review == null) return `asked for on #${place?.pull}`;
  return `asked for in [a review](${url}#pullrequestreview-${place.review})`;
}

/** What rules measure, with how each fares now; and what none does, which QA judges. Empty where nothing was asked. */
export function measuredLines(run: Run): string {
  const results = evaluationToShow(run)?.results ?? [];
  const isGreen = (id: string): boolean => results.some((result) => result.id === id && result.verdict === "pass");
  return list(
    run.measurements.flatMap(({ rules, unmeasured }) => [
      ...rules.map(
        ({ id, description }) =>
          `${code(id)}: ${inline(description)}. Red before, ${isGreen(id) ? "green now" : "and still red"}`,
      ),
      ...unmeasuredLines(unmeasured),
    ]),
  );
}

/** A line for each thing that no rule decides. */
export function unmeasuredLines(unmeasured: readonly string[]): readonly string[] {
  return unmeasured.map(
    (asked) => `No command could be found that measures this, so it is a wish that QA judges: ${inline(asked)}`,
  );
}
