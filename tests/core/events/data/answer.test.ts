import { expect, it } from "vitest";
import { approve } from "#core/approval/approval.ts";
import { claimHandover } from "#core/approval/run-handover.ts";
import { steer } from "#core/commands/steer.ts";
import { next } from "#core/decide/next.ts";
import { AnswerClaim } from "#core/events/data/answer.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import { WORKFLOWS, Workflow } from "#core/plan/workflow.ts";
import { changePlan } from "#core/planning/change-plan.ts";
import { isAnswered, isAnsweredByControl, isInvestigated } from "#core/run/answering.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import { isGraphFinished } from "#core/tasks/convergence.ts";
import { digestOf } from "#core/values/digest.ts";
import * as j from "../../../builders/journal.ts";

const planOf = (workflow: Workflow) => ({ ...j.PLAN, workflow, rules: WORKFLOWS[workflow].answers ? [] : j.PLAN.rules });
const hydrated = (workflow: Workflow): EventDraft => ({ kind: "run_hydrated", plan: planOf(workflow) });
const QUESTION = [hydrated("question"), j.PROCEED];

it("answers a question once its plan is reviewed, asks nobody, and is over [S0.21, C0.10]", () => {
  const run = j.settledRun(...QUESTION);
  expect([run.stage, run.request, next(run).kind, isAnsweredByControl(run), isAnswered(run)]).toEqual([
    "reviewing",
    null,
    "answer",
    true,
    false,
  ]);
  const over = j.settledRun(...QUESTION, j.ANSWERED);
  expect(over).toMatchObject({
    stage: "completed",
    ending: "answered",
    reflection: { outcome: "Success", followed: "Yes: nothing was changed" },
  });
  expect(next(over)).toEqual({ kind: "stop", stage: "completed", reason: "answered" });
  expect(resultJsonOf(over)).toMatchObject({ head: null, pr: null, score: null });
});

it.each(Workflow.options.filter((name) => name !== "question"))("waits for a person's approval in %s [C0.09, S0.26]", (workflow) => {
  const run = j.settledRun(hydrated(workflow), j.PROCEED);
  expect(run).toMatchObject({ stage: "awaiting_approval", request: { reason: null } });
});

const approved = (workflow: Workflow): readonly EventDraft[] => {
  const digest = digestOf(planOf(workflow));
  return [
    hydrated(workflow),
    j.PROCEED,
    { ...j.APPROVED, digest } as EventDraft,
    j.CONSUMED,
    { kind: "setup_done", ok: true, details: "", ms: 1 },
  ];
};

it("investigates on the bench once it is approved and set up, and never scores [S0.25]", () => {
  const run = j.settledRun(...approved("qa-proof"));
  expect([run.stage, isInvestigated(run), next(run).kind]).toEqual(["running", true, "investigate"]);
  expect(j.settledRun(...approved("qa-proof"), j.ANSWERED)).toMatchObject({ stage: "completed", ending: "answered" });
  const plain = j.settledRun(...approved("plan-mode"));
  expect([isInvestigated(plain), next(plain).kind]).toEqual([false, "score_base"]);
});

it.each([
  { workflow: "question", run: () => j.settledRun(...QUESTION, j.ANSWERED) },
  { workflow: "qa-proof", run: () => j.settledRun(...approved("qa-proof"), j.ANSWERED) },
])("leaves no atom open behind a $workflow that was answered, and never begins one [S0.21, S0.25, S2.24]", ({ run }) => {
  const { graph, base } = run();
  expect(graph.atoms).toMatchObject([{ status: "resolved", binding: { artifacts: [] }, after: base.tree, before: "" }]);
  expect([isGraphFinished(graph), graph.atoms.length]).toEqual([true, 1]);
});

it.each([
  { workflow: "question", story: QUESTION },
  { workflow: "qa-proof", story: approved("qa-proof") },
])("has nothing to go on from after the answer to a $workflow, and says so [S0.21, S0.25, S2.08]", ({ story }) => {
  const over = j.settledRun(...story, j.ANSWERED);
  for (const word of ["redirect", "resume", "continue"] as const) {
    const steered = steer(over, { word, by: "ana", text: "And the other file?" });
    expect(steered).toMatchObject({ kind: "refused", why: expect.stringContaining("no work to go on from; begin a new one") });
  }
});

it("does not answer what was stopped, and takes no answer for a change [S0.21]", () => {
  const stopped = j.settledRun(...QUESTION, j.STOP);
  expect([stopped.stage, stopped.ending]).toEqual(["stopped", "user_stop"]);
  const changing = j.settledRun(...approved("tdd"), j.ANSWERED);
  expect([changing.stage, changing.answer, isAnswered(changing)]).toEqual(["running", null, false]);
});

it("has no numbers to change in an investigation [S0.25, S1.07]", () => {
  const { drafts, reasons } = changePlan(j.settledRun(hydrated("qa-proof"), j.PROCEED), "grace", { max_iterations: 6 });
  expect([drafts, reasons]).toEqual([[], ["a qa-proof is answered once: there are no numbers to change"]]);
});

it("hands an investigation over though it has no rules: it is held against its quotations [S0.25]", () => {
  const run = j.settledRun(hydrated("qa-proof"), j.PROCEED);
  const at = run.updatedAt;
  const event = approve(run, {
    by: "ana",
    at,
    writtenAt: at,
    digest: null,
    stepwise: false,
    comment: null,
    account: null,
    issue: run.issue,
  });
  expect(event.kind).toBe("approved");
  const handed = evolve(run, { ...event, at } as Event);
  expect(claimHandover(handed, { now: at, keyHash: "a".repeat(64), worker: null }).kind).toBe("consumed");
});

it("takes no claim without a quotation [S0.25]", () => {
  expect(AnswerClaim.safeParse({ claim: "So.", quotes: [] }).success).toBe(false);
  expect(AnswerClaim.safeParse({ claim: "So.", quotes: [], outputs: [{ run: "true", text: "ok" }] }).success).toBe(true);
});

it.each(Workflow.options.filter((name) => !WORKFLOWS[name].answers))(
  "verifies before anything is shown in %s: every plan has its QA step [S0.17]",
  (workflow) => {
    const tree = j.sha("1");
    const passed = [j.evaluated(tree, "A"), j.kept(j.sha("c")), j.PREPARED, j.evaluated(tree, "B")];
    const base = { ...j.BASE_SCORED } as EventDraft;
    const run = j.settledRun(...approved(workflow), base, j.PLANNED, ...j.made(tree), j.PREPARED, ...passed);
    expect([run.stage, next(run).kind]).toEqual(["verifying", "audit"]);
    expect(next(j.settledRun(...approved(workflow), base, j.PLANNED, ...j.made(tree), j.PREPARED, ...passed, j.audited("OK"))).kind).toBe(
      "verify",
    );
  },
);
