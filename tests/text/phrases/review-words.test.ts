/** What people are told of the rules that were made of their reviews: where each was asked for, and what no rule decides. */
import { describe, expect, it } from "vitest";
import type { Event, EventDraft } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { measuredLines, reviewOriginOf } from "#text/phrases/review-words.ts";
import { notChecked } from "#text/sections/reviewer-notes.ts";
import { ruleTable } from "#text/sections/rule-table.ts";
import * as j from "../../builders/journal.ts";

const asked = (review: number | null): EventDraft => ({
  kind: "redirect_requested",
  by: "ana",
  text: "Say why.",
  onPull: { pull: 7, review, threads: [] },
});
const shownAt = (url: string | null): readonly EventDraft[] => [...j.SHOWN.slice(0, -1), { ...j.PUBLISHED, url } as EventDraft];
const PAGE = "https://github.com/o/r/pull/7";

/** A run whose reviews became a rule, and one thing that nothing measures. */
function measured(url: string | null, ...said: readonly EventDraft[]): Run {
  const run = j.settledRun(...shownAt(url), ...said, j.redirected("plan_change", said.length - 1), j.CONSUMED);
  return evolve(run, { ...j.measured(1, said.length - 1), at: run.updatedAt } as Event);
}

describe("where a rule was asked for", () => {
  it.each<{ when: string; run: Run; said: string }>([
    { when: "a review", run: measured(PAGE, asked(31)), said: `asked for in [a review](${PAGE}#pullrequestreview-31)` },
    { when: "a comment", run: measured(PAGE, asked(null)), said: "asked for on #7" },
    { when: "a review without a page", run: measured(null, asked(31)), said: "asked for on #7" },
    {
      when: "words on the issue after a review",
      run: measured(PAGE, asked(31), j.REDIRECT),
      said: `asked for in [a review](${PAGE}#pullrequestreview-31)`,
    },
  ])("is said: $when", ({ run, said }) => {
    expect(reviewOriginOf(run, "a.review.1")).toEqual({ asked: said, before: "red at cccccccc" });
    expect(ruleTable(run)).toContain(`<code>a.review.1</code><br>Asked 1<br>${said} | fail | red at cccccccc | not checked |`);
  });

  it("is not said of a rule of the plan", () => {
    expect(reviewOriginOf(measured(PAGE, asked(31)), "a.correctness.logic")).toBeNull();
  });
});

it("what no rule decides is said to whoever looks at the pull request", () => {
  const run = measured(PAGE, asked(31));
  const told = "No command could be found that measures this, so it is a wish that QA judges: It reads well";
  expect([notChecked(run).join("\n"), measuredLines(run)]).toEqual([
    expect.stringContaining(told),
    `- <code>a.review.1</code>: Asked 1. Red before, and still red\n- ${told}`,
  ]);
  expect(measuredLines(j.settledRun(...j.SHOWN))).toBe("");
});
