/** Rules that are made of what a review asks for: they come beside those of a plan, and take nothing from them. */
import { expect, it } from "vitest";
import { ReviewRuleDraft, reviewRules } from "#core/rules/review-rules.ts";
import { evaluate } from "#core/rules/score.ts";
import * as j from "../../builders/journal.ts";

const draft = (other: object = {}): unknown => ({ description: "It says why", kind: "command", text: "grep -q why README.md", ...other });
const DRAFT = ReviewRuleDraft.parse(draft());

it("are of the base level, must hold, and weigh nothing", () => {
  expect(reviewRules([DRAFT], [])).toEqual([
    {
      id: "a.review.1",
      description: "It says why",
      severity: "fail",
      weight: 0,
      level: "A",
      check: { kind: "command", run: "grep -q why README.md", prints: null },
    },
  ]);
});

it.each<{ taken: readonly string[]; ids: readonly string[] }>([
  { taken: ["a.correctness.logic"], ids: ["a.review.1", "a.review.2"] },
  { taken: ["a.review.3", "a.review.1", "b.review.2"], ids: ["a.review.2", "a.review.4"] },
])("have ids of their own beside $taken", ({ taken, ids }) => {
  expect(reviewRules([DRAFT, DRAFT], taken).map(({ id }) => id)).toEqual(ids);
});

it("block whatever the score, and leave the score as it was", () => {
  const rules = [...j.PLAN.rules, ...reviewRules([DRAFT], [])];
  const green = j.evaluationOf(j.sha("1"), "A");
  const now = evaluate(j.sha("1"), "A", [...green.results, { id: "a.review.1", verdict: "fail", details: "", evidence: [] }], {
    ...j.PLAN,
    rules,
  });
  expect([now.score, now.totalWeight, now.passed, green.passed]).toEqual([green.score, green.totalWeight, false, true]);
});

it.each([{ kind: "content", text: "Does it read well?" }, { kind: "file", text: "x".repeat(301) }, { text: " " }, { description: "" }])(
  "are commands and files only: not $kind $description",
  (other) => {
    expect(ReviewRuleDraft.safeParse(draft(other)).success).toBe(false);
  },
);
