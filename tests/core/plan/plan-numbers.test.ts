import * as fc from "fast-check";
import { expect, it } from "vitest";
import { approve } from "#core/approval/approval.ts";
import { parseSlash } from "#core/commands/parse-slash.ts";
import { Config } from "#core/config/config.ts";
import type { Event } from "#core/events/event.ts";
import { type PlanNumbers, parsePlanNumbers, withPlanNumbers } from "#core/plan/plan-numbers.ts";
import { changePlan } from "#core/planning/change-plan.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { digestOf } from "#core/values/digest.ts";
import * as j from "../../builders/journal.ts";

const WAITING = j.settledRun(j.HYDRATED, j.PROCEED);

it.each<[string, PlanNumbers]>([
  ["max_iterations=6", { max_iterations: 6 }],
  ["max_iterations=6 \t dollars=2.50", { max_iterations: 6, dollars: 2.5 }],
  ["tokens=2000000 minutes=30 threshold_a=0.75 threshold_b=1", { tokens: 2_000_000, minutes: 30, threshold_a: 0.75, threshold_b: 1 }],
])("reads %j [S1.07, M1.02]", (text, settings) => {
  expect(parsePlanNumbers(text)).toEqual({ kind: "settings", settings });
  expect(parseSlash(`/approve ${text}`)).toEqual({ command: { kind: "change", settings }, named: false });
  expect(parseSlash(`/loop approve ${text}`)).toEqual({ command: { kind: "change", settings }, named: true });
});

it.each([
  ["iterations=6", "What /approve can set is max_iterations, tokens, dollars, minutes, threshold_a, threshold_b"],
  ["3fa9c1d2e4b53fa9c1d2e4b53fa9c1d2 max_iterations=6", "without a digest beside it"],
  ["max_iterations=6 now", "What /approve can set is"],
  ["__proto__=1", "What /approve can set is"],
  ["max_iterations=", "max_iterations takes a whole number above 0, such as max_iterations=6"],
  ["max_iterations=0", "max_iterations takes a whole number"],
  ["max_iterations=-1", "max_iterations takes a whole number"],
  ["max_iterations=6.5", "max_iterations takes a whole number"],
  ["max_iterations=6e3", "max_iterations takes a whole number"],
  ["max_iterations=0x6", "max_iterations takes a whole number"],
  ["max_iterations=６", "max_iterations takes a whole number"],
  ["tokens=9999999999999", "tokens takes a whole number"],
  ["minutes=1.5", "minutes takes a whole number"],
  ["minutes=null", "minutes takes a whole number"],
  ["dollars=free", "dollars takes a number above 0"],
  ["threshold_a=1.1", "threshold_a takes a number of at most 1"],
  ["threshold_b=0.0", "threshold_b takes a number of at most 1"],
  ["max_iterations=6 max_iterations=7", "max_iterations is set twice"],
])("refuses %j and says what is allowed [S1.07, S1.51]", (text, problem) => {
  expect(parsePlanNumbers(text)).toEqual({ kind: "wrong", problem: expect.stringContaining(problem) });
  expect(parseSlash(`/approve ${text}`)?.command).toEqual({
    kind: "malformed",
    word: "approve",
    problem: expect.stringContaining(problem),
  });
});

it("reads no number with characters that cannot be seen [S1.07]", () => {
  const problem = expect.stringContaining("cannot be seen");
  expect(parseSlash("/approve\u200b max_iterations=6")?.command).toEqual({ kind: "malformed", word: "approve", problem });
});

/** The run after what came of a wish. */
function changed(run: Run, settings: PlanNumbers): Run {
  return changePlan(run, "ana", settings).drafts.reduce((now, draft) => evolve(now, { ...draft, at: run.updatedAt + 5_000 } as Event), run);
}

it("starts nothing: the plan waits with other numbers and another digest, for a fresh approval [S1.06, S1.07, 6.9 #17]", () => {
  const run = changed(WAITING, { max_iterations: 6, threshold_b: 0.95 });
  expect([run.stage, run.approval, run.plan?.limits.iterations, run.plan?.thresholds]).toEqual([
    "awaiting_approval",
    null,
    6,
    { A: 0.8, B: 0.95 },
  ]);
  expect(run.request).toMatchObject({ digest: digestOf(run.plan), reason: "plan_changed" });
  expect(run.request?.digest).not.toBe(WAITING.request?.digest);
  const consent = { stepwise: false, by: "ana", at: run.updatedAt, comment: null, account: null, issue: run.issue };
  const old = approve(run, { ...consent, writtenAt: WAITING.updatedAt - 2_000, digest: null });
  expect(old).toMatchObject({ kind: "approval_rejected", reasons: [expect.stringContaining("before this plan was shown")] });
  expect(approve(run, { ...consent, writtenAt: run.updatedAt, digest: WAITING.request?.digest ?? "" }).kind).toBe("approval_rejected");
  expect(approve(run, { ...consent, writtenAt: run.updatedAt, digest: null }).kind).toBe("approved");
});

it("changes nothing but the numbers that were named [S1.07]", () => {
  const numbers = fc.record(
    {
      max_iterations: fc.integer({ min: 1, max: 20 }),
      tokens: fc.integer({ min: 1, max: 5_000_000 }),
      dollars: fc.double({ min: 0.01, max: 9, noNaN: true }),
      minutes: fc.integer({ min: 1, max: 600 }),
      threshold_a: fc.constantFrom(0.5, 0.8, 1),
      threshold_b: fc.constantFrom(0.5, 0.9, 1),
    },
    { requiredKeys: [] },
  );
  void fc.assert(
    fc.property(numbers, (settings) => {
      const { thresholds, limits, ...rest } = withPlanNumbers(j.PLAN, settings);
      expect({ ...rest, thresholds: j.PLAN.thresholds, limits: j.PLAN.limits }).toEqual(j.PLAN);
      expect(Object.keys(limits)).toEqual(Object.keys(j.PLAN.limits));
      const differs = digestOf({ ...rest, thresholds, limits }) !== digestOf(j.PLAN);
      expect(changed(WAITING, settings).request?.reason).toBe(differs ? "plan_changed" : null);
    }),
    { numRuns: 300, seed: 3 },
  );
});

const CAPPED: Run = { ...WAITING, config: Config.parse({ limits: { iterationsAtMost: 5, tokens: 1000, dollars: 2, minutes: 60 } }) };

it.each<{ run: Run; settings: PlanNumbers; reason: string }>([
  { run: WAITING, settings: { max_iterations: 21 }, reason: "max_iterations can be at most 20 here" },
  { run: WAITING, settings: { tokens: 5_000_001 }, reason: "tokens can be at most 5000000 here" },
  { run: CAPPED, settings: { max_iterations: 6 }, reason: "max_iterations can be at most 5 here" },
  { run: CAPPED, settings: { tokens: 1001 }, reason: "tokens can be at most 1000 here" },
  { run: CAPPED, settings: { dollars: 2.01 }, reason: "dollars can be at most 2 here" },
  { run: CAPPED, settings: { minutes: 61 }, reason: "minutes can be at most 60 here" },
  { run: { ...WAITING, stage: "running" }, settings: { max_iterations: 2 }, reason: "this run is running" },
  { run: j.runOf(), settings: { max_iterations: 2 }, reason: "this run is hydrating" },
  {
    run: { ...WAITING, request: { digest: "", reason: "base_already_green", at: 0 } },
    settings: { max_iterations: 2 },
    reason: "cannot be approved, whatever its numbers",
  },
])("lets a comment raise no cap of the configuration, nor change a plan that does not wait: $reason [S1.07, M1.02]", (wish) => {
  const { drafts, reasons } = changePlan(wish.run, "ana", wish.settings);
  expect([drafts, reasons]).toEqual([[], [expect.stringContaining(wish.reason)]]);
});

it.each<{ run: Run; settings: PlanNumbers }>([
  { run: WAITING, settings: { dollars: 99, minutes: 600 } },
  { run: CAPPED, settings: { max_iterations: 5, tokens: 1000, dollars: 2, minutes: 60, threshold_a: 1 } },
  { run: { ...CAPPED, config: Config.parse({ limits: { iterations: 8, iterationsAtMost: 5 } }) }, settings: { max_iterations: 8 } },
])("sets a cap where there is none, and lowers one as far as one likes [S1.07]", ({ run, settings }) => {
  expect(changePlan(run, "ana", settings).reasons).toEqual([]);
});

it("says nothing of numbers that the plan has already", () => {
  expect(changePlan(WAITING, "ana", { max_iterations: 4 })).toEqual({ drafts: [], reasons: [] });
});

it("keeps a plan that is lost as it is", () => {
  expect(evolve({ ...WAITING, plan: null }, { kind: "plan_changed", at: 1, by: "ana", settings: { max_iterations: 6 } }).plan).toBeNull();
});
