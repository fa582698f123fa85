/** What a run will likely cost: from earlier runs, else a guess that says so. */
import { expect, it } from "vitest";
import { earlierCostsOf, likelyCostOf } from "#core/runs/likely-cost.ts";
import { type RunSummary, runSummaryOf } from "#core/runs/run-summary.ts";
import { NO_USAGE } from "#core/values/usage.ts";
import { aPlan } from "../../builders/run.ts";
import { waiting } from "../../builders/waiting-run.ts";

const PLANNED = { ...NO_USAGE, calls: 3, input: 10_000, dollars: 0.1 };
const QUESTION = aPlan({ workflow: "question", rules: [] });
const cost = (dollars: number | null, tokens = 1000, answers = false) => ({ dollars, tokens, answers });
const limited = (limits: Partial<ReturnType<typeof aPlan>["limits"]>) => aPlan({ limits: { ...aPlan().limits, ...limits } });

it.each<[string, Parameters<typeof waiting>[0], ReturnType<typeof likelyCostOf>]>([
  ["no plan is there", { plan: null, spend: PLANNED }, null],
  ["nothing is known", { spend: NO_USAGE }, null],
  ["one run was before", { earlier: [cost(0.5)] }, { unit: "dollars", low: 0.5, high: 0.5, runs: 1 }],
  ["some were", { earlier: [cost(0.5), cost(2), cost(0.25)] }, { unit: "dollars", low: 0.25, high: 2, runs: 3 }],
  ["one of them has no price", { earlier: [cost(0.5, 7), cost(null, 9)] }, { unit: "tokens", low: 7, high: 9, runs: 2 }],
  ["only questions were answered", { earlier: [cost(0.5, 7, true)], spend: NO_USAGE }, null],
  [
    "a question follows a change",
    { plan: QUESTION, earlier: [cost(9), cost(0.5, 7, true)] },
    { unit: "dollars", low: 0.5, high: 0.5, runs: 1 },
  ],
  ["it is a guess", { spend: PLANNED }, { unit: "dollars", low: 0.4, high: 1.3, runs: 0 }],
  ["it is a guess in tokens", { spend: { ...PLANNED, dollars: null } }, { unit: "tokens", low: 40_000, high: 130_000, runs: 0 }],
  ["it is a guess about a question", { plan: QUESTION, spend: PLANNED }, { unit: "dollars", low: 0.15, high: 0.4, runs: 0 }],
  ["the cap is below the guess", { plan: limited({ dollars: 1 }), spend: PLANNED }, { unit: "dollars", low: 0.4, high: 1, runs: 0 }],
  ["the cap is below all of it", { plan: limited({ dollars: 0.2 }), spend: PLANNED }, { unit: "dollars", low: 0.2, high: 0.2, runs: 0 }],
])("estimates where %s", (_, given, likely) => {
  const found = likelyCostOf(waiting(given));
  expect(found && { ...found, low: Number(found.low.toFixed(6)), high: Number(found.high.toFixed(6)) }).toEqual(likely);
});

it("takes the costs of the last completed runs, the newest first", () => {
  const ended = (updatedAt: number, more: Partial<RunSummary> = {}): RunSummary => ({
    ...runSummaryOf(waiting()),
    stage: "completed",
    dollars: updatedAt,
    tokens: 5,
    updatedAt,
    ...more,
  });
  const found = earlierCostsOf([
    ended(1),
    ended(3, { workflow: "question" }),
    ended(2, { stage: "stopped" }),
    ended(4, { workflow: null }),
    ...Array.from({ length: 9 }, (_, index) => ended(10 + index)),
  ]);
  expect(found).toHaveLength(10);
  expect([found[0], found[8], found[9]]).toEqual([cost(18, 5), cost(10, 5), cost(3, 5, true)]);
});
