import { expect, it } from "vitest";
import type { EventDraft, EventKind } from "#core/events/event.ts";
import { Event } from "#core/events/event.ts";
import { historyLinesOf } from "#core/outcome/history-jsonl.ts";
import { runJsonOf } from "#core/outcome/run-json.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";
import * as j from "../../builders/journal.ts";

const iso = (ms: number): string => new Date(ms).toISOString();
const [T1, T2] = [j.sha("1"), j.sha("2")];

/** A run whose level A passed, and that refined its work at level B. */
const REFINED: readonly EventDraft[] = [
  ...j.BEGUN,
  j.PLANNED,
  ...j.made(T1),
  { kind: "checks_prepared", checks: [{ rule: "a.correctness.logic", run: "node more.js" }], hidden: [], notes: [] },
  j.evaluated(T1, "A"),
  j.kept(j.sha("c")),
  j.PREPARED,
  j.evaluated(T1, "B", ["b.style.conventions"]),
  j.kept(j.sha("d"), j.sha("c")),
  j.CRITIQUED,
  j.refined(T2, T1),
];

it("has all fields of S1.15 from the first event, with its defaults [S0.58, S1.15, S1.47, S4.08, C1.08]", () => {
  expect(runJsonOf(j.runOf(), iso)).toMatchObject({
    run_id: "split-20260101-000000",
    task_alias: "split",
    status: "hydrating",
    iteration: 1,
    max_iterations: 4,
    level: "A",
    current_step: "PLAN",
    task: { prompt: { title: j.PLAN.issue.title }, ideal_result: null },
    criteria: { name: "loop_default_v1", version: 1, level: { A: { active_levels: ["A"] }, B: { active_levels: ["A", "B"] } }, rules: [] },
    plan: [],
    prepared_checks: null,
    evaluation: null,
    critique: null,
    stop: { passed: false, reason: "" },
    last_score: 0,
    stagnation_count: 0,
    created_at: "1970-01-01T00:00:00.000Z",
    updated_at: "1970-01-01T00:00:00.000Z",
  });
});

it("keeps what people asked for until it is done [S2.17]", () => {
  const record = runJsonOf(j.runOf(...j.BEGUN, j.STOP), iso);
  expect(record["requests"]).toEqual({
    stop: { by: "ana", note: "" },
    pause: null,
    redirect: null,
  });
});

it("keeps what was developed, debugged and validated, each with how it stands [S4.09]", () => {
  const guess = { claim: "fields are filtered", condition: "two come", confirm: "got 2", reject: "got 3", likelihood: 1 };
  const hypotheses = [{ ...guess, status: "confirmed" as const, evidence: { command: "node x.js", quote: "got 2" } }];
  const story = REFINED.map((draft) => (draft.kind === "critique_done" ? { ...draft, hypotheses } : draft));
  const record = runJsonOf(j.settledRun(...story.slice(0, -1)), iso);
  expect(record).toMatchObject({
    plan: [expect.objectContaining({ text: expect.any(String), open: expect.any(Boolean) })],
    debug: hypotheses,
    evaluation: { results: expect.arrayContaining([expect.objectContaining({ id: "b.style.conventions", verdict: "warn" })]) },
  });
  const { atoms } = record as { atoms: readonly { status: string }[] };
  expect(atoms.map(({ status }) => status)).toEqual(j.PLAN.atoms.map(() => "resolved"));
  expect(runJsonOf(j.runOf(), iso)).toMatchObject({ plan: [], debug: [], evaluation: null });
});

it("says where a run stands, in the words of S1 [S1.15, S1.18, S1.52, C4.01]", () => {
  const record = runJsonOf(j.settledRun(...REFINED), iso);
  expect(record).toMatchObject({
    status: "running",
    iteration: 2,
    level: "B",
    task: { ideal_result: j.PLAN.objective },
    criteria: { level: { A: { threshold: 0.8 }, B: { threshold: 0.9 } }, rules: j.PLAN.rules },
    prepared_checks: [{ rule: "a.correctness.logic", run: "node more.js" }],
    artifact_status: "stale",
    artifact_hash: "22222222",
    evaluation: { artifact_hash: "11111111", level: "B" },
    critique: [{ rule: "a.correctness.logic" }],
  });
  expect(JSON.stringify(record)).not.toContain("src/split.js\n");
  expect(runJsonOf(j.settledRun(...REFINED, j.STOP), iso)).toMatchObject({ stop: { passed: false, reason: "user_stop" } });
});

it("names every step as S1.19 does, in the history and in the record [S1.16, S1.19]", () => {
  const asked: EventDraft = { kind: "approval_requested", digest: "d".repeat(64), reason: null };
  const switched: EventDraft = { kind: "phase_switched", to: "B", tree: T1 };
  const events = [j.STARTED, ...j.BEGUN.slice(0, 2), asked, ...REFINED.slice(2, 12), switched, ...REFINED.slice(12)];
  const lines = historyLinesOf(j.timed(events), iso);
  const loop = lines.slice(8).map(({ event, step }) => `${event} ${step}`);
  expect(loop).toEqual([
    "plan_created PLAN",
    "artifact_created PRODUCE_PREPARE",
    "atom_resolved PRODUCE_PREPARE",
    "checks_prepared PRODUCE_PREPARE",
    "evaluation_done EVALUATE",
    "iteration_kept EVALUATE",
    "phase_switched EVALUATE",
    "checks_prepared PREPARE",
    "evaluation_done EVALUATE",
    "iteration_kept EVALUATE",
    "critique_done CRITIQUE",
    "refinement_done REFINE",
  ]);
  const took = historyLinesOf([...j.timed([j.STARTED]), { ...j.timed([j.HYDRATED])[0], took: { step: "HYDRATE", ms: 3 } } as Event], iso);
  expect(took[1]?.step).toBe("HYDRATE");
});

it("names EVALUATE as the step of a run that ended with its evaluation, and CRITIQUE only while it goes on [S1.19]", () => {
  const red = [...REFINED.slice(0, 9), j.evaluated(T1, "A", ["a.correctness.logic"]), j.kept(j.sha("c"))];
  expect(runJsonOf(j.settledRun(...red), iso)).toMatchObject({ status: "running", current_step: "CRITIQUE" });
  expect(runJsonOf(j.settledRun(...red, j.STOP), iso)).toMatchObject({ status: "stopped", current_step: "EVALUATE" });
  const advancing = j.settledRun(...red);
  expect(runJsonOf({ ...advancing, progress: { ...advancing.progress, step: "ADVANCE" } }, iso)).toMatchObject({ current_step: "REFINE" });
});

it("has a step PREPARE alone where the level was switched [S1.19, S1.44]", () => {
  const run = j.settledRun(...REFINED.slice(0, 12));
  expect(runJsonOf(run, iso)).toMatchObject({ level: "B", current_step: "PREPARE", iteration: 1 });
});

it("knows the twelve events of S1.17 by exactly these names [S1.17]", () => {
  const twelve: readonly EventKind[] = [
    "run_started",
    "plan_created",
    "artifact_created",
    "checks_prepared",
    "evaluation_done",
    "critique_done",
    "refinement_done",
    "phase_switched",
    "iteration_advanced",
    "phase_error",
    "stopped",
    "failed",
  ];
  const known: readonly string[] = Event.options.map(({ shape }) => shape.kind.value);
  expect(twelve.filter((kind) => !known.includes(kind))).toEqual([]);
});

it("points at the active run by the fields of S1.14, and at none once it is over [S1.14, C4.01]", () => {
  const codec = journalCodec(iso);
  const { views } = codec;
  const active = j.timed([j.STARTED, j.HYDRATED]);
  expect(views(active).pointer).toEqual({
    runId: "split-20260101-000000",
    alias: "split",
    status: "reviewing",
    updatedAt: "1970-01-01T00:00:01.000Z",
  });
  expect(views([...active, { kind: "stopped", at: 5, reason: "user_stop", key: null }]).pointer).toBeNull();
});

it("keeps the tree from before a refinement in the event of the refinement [S1.18]", () => {
  const refined = REFINED.at(-1);
  expect(refined).toMatchObject({ kind: "refinement_done", previousTree: T1, tree: T2 });
});
