/** What a review asks for becomes rules that hold beside the plan: when they are made, what they change, and when they go. */
import { describe, expect, it } from "vitest";
import { next } from "#core/decide/next.ts";
import type { RedirectChange } from "#core/events/data/correction.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { insightsOf } from "#core/outcome/insights.ts";
import { runJsonOf } from "#core/outcome/run-json.ts";
import { evaluate } from "#core/rules/score.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { planOf, workPlanOf } from "#core/run/run-facts.ts";
import { digestOf } from "#core/values/digest.ts";
import * as j from "../../builders/journal.ts";

const [T1, T2, C1, C2] = [j.sha("1"), j.sha("2"), j.sha("c"), j.sha("d")];
const { SHOWN } = j;
const ON_PULL = { pull: 7, review: 31, threads: [] };
const REVIEW: EventDraft = { kind: "redirect_requested", by: "ana", text: "Say why.", onPull: ON_PULL };
const sentBack = (change: RedirectChange = "plan_change"): readonly EventDraft[] => [...SHOWN, REVIEW, j.redirected(change), j.CONSUMED];
const ids = (run: Run): readonly string[] => workPlanOf(run).rules.map(({ id }) => id);
const kind = (...drafts: readonly EventDraft[]): string => next(j.settledRun(...drafts)).kind;

/** An evaluation of all rules, all green but those named. */
function scored(run: Run, tree: string, red: readonly string[] = []): EventDraft {
  const results = workPlanOf(run).rules.map(({ id }) => ({
    id,
    verdict: red.includes(id) ? ("fail" as const) : ("pass" as const),
    details: "",
    evidence: [],
  }));
  return { kind: "evaluation_done", evaluation: evaluate(tree, "B", results, workPlanOf(run)) };
}

describe("when rules are made", () => {
  it.each<RedirectChange>(["constraint_change", "plan_change", "result_change"])("before the work on a %s is planned", (change) => {
    expect([kind(...SHOWN, REVIEW, j.redirected(change)), kind(...sentBack(change))]).toEqual(["consume", "measure"]);
    expect(kind(...sentBack(change), j.measured(1))).toBe("plan");
    expect(kind(...sentBack(change), j.measured(0))).toBe("plan");
  });

  it("never of what makes another plan, of words on the issue, or of words that nobody has weighed", () => {
    expect(kind(...SHOWN, REVIEW, j.redirected("objective_change"))).toBe("hydrate");
    expect(kind(...SHOWN, j.REDIRECT, j.redirected("plan_change"), j.CONSUMED)).toBe("plan");
    expect(kind(...sentBack(), REVIEW)).toBe("redirect");
  });

  it("never of what an earlier version weighed", () => {
    const earlier = [...SHOWN, REVIEW, j.redirected("plan_change", 0, null), j.CONSUMED];
    expect([j.settledRun(...earlier).measured, kind(...earlier)]).toEqual([1, "plan"]);
    expect(kind(...earlier, j.PLANNED, REVIEW, j.redirected("plan_change", 1))).toBe("measure");
  });

  it("once more of a second review in the same round, with ids of their own", () => {
    const twice = [...sentBack(), j.measured(2), j.PLANNED, REVIEW, j.redirected("plan_change", 1)];
    expect(kind(...twice)).toBe("measure");
    const run = j.settledRun(...twice, j.measured(1, 1, C1, 3));
    expect([ids(run).slice(4), next(run).kind]).toEqual([["a.review.1", "a.review.2", "a.review.3"], "plan"]);
  });
});

describe("what they change", () => {
  it("they hold beside the plan, which stays as it was approved", () => {
    const run = j.settledRun(...sentBack(), j.measured(1));
    expect([digestOf(planOf(run)), run.approval?.digest]).toEqual([digestOf(j.PLAN), digestOf(j.PLAN)]);
    expect([ids(run).slice(0, 4), ids(run).slice(4)]).toEqual([j.PLAN.rules.map(({ id }) => id), ["a.review.1"]]);
    expect(runJsonOf(run, String)).toMatchObject({ measurements: [{ of: 0, head: C1 }], criteria: { rules: { length: 5 } } });
    expect(run.roles).toMatchObject({ hydrator: { count: 2, result: "1 rules" } });
  });

  it("work passes only once they are green, and what was shown stays until then", () => {
    const going = [...sentBack(), j.measured(1), j.PLANNED, j.worked(T2, null), j.PREPARED];
    const run = j.settledRun(...going);
    const red = j.settledRun(...going, scored(run, T2, ["a.review.1"]));
    expect([next(red).kind, red.progress.head.commit, red.progress.tree]).toEqual(["critique", C1, T1]);
    expect(next(j.settledRun(...going, scored(run, T2)))).toEqual({ kind: "keep", tree: T2 });
    const over = j.settledRun(...going, scored(run, T2), j.kept(C2), j.audited("OK"), j.qa("VERIFIED"), j.REFLECTED, {
      ...j.PUBLISHED,
      head: C2,
    } as EventDraft);
    expect([over.stage, insightsOf(over)?.acceptance_criteria_count]).toEqual(["completed", 5]);
  });

  it("what passed is no end where they are red and nothing was changed", () => {
    const going = [...sentBack(), j.measured(1), j.PLANNED, j.worked(T1, null), j.PREPARED];
    expect(kind(...going, scored(j.settledRun(...going), T1, ["a.review.1"]))).toBe("critique");
  });

  it("a score that was made without them counts no more for work that nobody was shown", () => {
    const kept = [...j.BEGUN, j.PLANNED, ...j.made(T1), j.PREPARED, j.evaluated(T1, "A", ["a.correctness.logic"]), j.kept(C1)];
    const draft = [...kept, REVIEW, j.redirected("plan_change")];
    const of = ({ progress: { best, evaluation, lastScore } }: Run): unknown => [best, evaluation, lastScore];
    expect(of(j.settledRun(...draft, j.measured(1)))).toEqual([null, null, null]);
    expect(of(j.settledRun(...draft, j.measured(0)))).toEqual(of(j.settledRun(...draft)));
  });
});

describe("when they go", () => {
  const done = [...sentBack(), j.measured(1), j.PLANNED, j.STOP, j.REFLECTED];

  it("with the round that they were made in, and with the plan that they stand beside", () => {
    expect(ids(j.settledRun(...done)).length).toBe(5);
    const again = j.settledRun(...done, REVIEW);
    expect([again.measurements, again.measured]).toEqual([[], 1]);
    const other = j.settledRun(...sentBack(), j.measured(1), REVIEW, j.redirected("objective_change", 1));
    expect(other.measurements).toEqual([]);
  });

  it("what comes of an earlier round too late changes nothing", () => {
    const run = j.settledRun(...done, REVIEW, j.redirected("plan_change", 1));
    const late = evolve(run, { ...j.measured(1, 0), at: run.updatedAt } as Event);
    expect([late.measurements, late.measured]).toEqual([[], 1]);
  });
});
