/** The engine drives a run from its issue to its end: step after step, twice where one fails, and on from what was best. */
import { expect, it } from "vitest";
import { drive } from "#loop/engine/drive.ts";
import { Failure } from "#ports/failure.ts";
import { sayTo } from "../../builders/loop-context.ts";
import { answers, calls } from "../../fakes/scripted-model.ts";
import { advises, bench, FILES, HYDRATION, journey, MENDED, PREPARED, planned, script, writes } from "../bench.ts";

it("goes from an issue to a publication, and writes every step down; those who plan, work and verify are told the conventions of the base [S1.20, S1.44, S3.58, M1.07, M2.03, C1.20, C3.21, X.08, S1.17, S3.36, S0.62]", async () => {
  const { report, kinds, repository, store, model } = await journey(script(), { files: { ...FILES, "AGENTS.md": "Use two blanks.\n" } });
  expect(report).toMatchObject({ stage: "completed", stopReason: "threshold_reached", score: 1, level: "B", pr: 7, iteration: 1 });
  expect(kinds().filter((kind) => kind !== "audit_done")).toEqual([
    "run_started",
    "run_hydrated",
    "plan_reviewed",
    "approval_requested",
    "approved",
    "consumed",
    "setup_done",
    "base_scored",
    "plan_created",
    "atom_started",
    "artifact_created",
    "atom_resolved",
    "checks_prepared",
    "evaluation_done",
    "iteration_kept",
    "phase_switched",
    "checks_prepared",
    "evaluation_done",
    "loop_passed",
    "qa_done",
    "reflection_done",
    "publish_requested",
    "base_seen",
    "published",
    "completed",
  ]);
  const timed = (store.events ?? []).flatMap(({ took }) => (took === undefined ? [] : [took.step]));
  expect(timed.slice(0, 7)).toEqual(["HYDRATE", "REVIEW", "CONSUME", "SETUP", "SCORE_BASE", "PLAN", "PRODUCE_PREPARE"]);
  const head = store.branches.get("loop/split") ?? "";
  expect(repository.git("show", "-s", "--format=%P%n%B", head)).toContain("Loop-Atom: A1\nLoop-Score: 1.00 A");
  expect(repository.git("show", `${head}:src/split.js`)).toBe(MENDED.trim());
  expect(model.left()).toEqual({ auditor: expect.any(Number) });
  const told = model.prompts.filter(({ prompt }) => JSON.stringify(prompt.messages[0]).includes("Use two blanks."));
  expect(new Set(told.map(({ role }) => role))).toEqual(new Set(["hydrator", "plan-critic", "planner", "worker", "qa-verifier"]));
});

it("stops where a station's commands end, and goes on where the next one begins [M1.08]", async () => {
  const made = await bench(script());
  const desk = { name: "desk", performs: ["hydrate" as const] };
  expect((await drive(made.journal, desk, made.kit)).stage).toBe("reviewing");
  expect((await made.go()).stage).toBe("awaiting_approval");
});

it("keeps the better of two results, and starts again from it [X.08, C1.21]", async () => {
  const worse = "export const split = (\n";
  const { report, run } = await journey(
    script({
      hydrator: [answers(HYDRATION_WITH_WARNING)],
      planner: [planned(), planned(), planned()],
      worker: [...writes("// half\n", "src/half.js"), ...writes(worse), ...writes(MENDED)],
      preparer: [PREPARED, PREPARED, PREPARED, PREPARED],
      critique: [advises(), advises()],
      refiner: [{ text: "Nothing yet." }, { text: "Nothing yet." }],
    }),
    { config: { limits: { iterations: 3 } } },
  );
  const { rows } = (await run()).progress;
  expect(rows.map(({ iteration, level, kept }) => [iteration, level, kept])).toEqual([
    [1, "A", true],
    [2, "A", false],
    [3, "A", true],
    [3, "B", true],
  ]);
  expect(report).toMatchObject({ stage: "completed", iteration: 3 });
});

const HYDRATION_WITH_WARNING = {
  ...HYDRATION,
  rules: [
    ...HYDRATION.rules,
    {
      id: "a.completeness.functions",
      description: "It loads",
      severity: "warn",
      check: { kind: "command", text: "node src/split.js", prints: null },
    },
  ],
};

it("stops at once when somebody stops the run while a model thinks, and says so in the journal [6.9 #20, S2.07]", async () => {
  const made = await bench(
    script({
      worker: [
        async () => {
          await sayTo(made.journal, { kind: "stop_requested", by: "ana", note: "enough" });
          await new Promise((resolve) => setTimeout(resolve, 1500));
          return calls(["write_file", { path: "src/split.js", content: MENDED }]);
        },
      ],
    }),
  );
  await made.go();
  await made.consent();
  const report = await made.go();
  expect(report).toMatchObject({ stage: "stopped", stopReason: "user_stop", head: null });
  expect(made.kinds().slice(-4)).toEqual(["stop_requested", "step_interrupted", "reflection_done", "stopped"]);
});

it("turns an aborted signal into a stop that can be resumed", async () => {
  const made = await bench(
    script({
      worker: [
        () => {
          made.stop.abort();
          return calls(["write_file", { path: "src/split.js", content: MENDED }]);
        },
      ],
    }),
  );
  await made.go();
  await made.consent();
  expect(await made.go()).toMatchObject({ stage: "stopped", stopReason: "user_stop" });
  expect(made.kinds()).toContain("step_interrupted");
});

it("tries a step once more when the model fails, then gives up with the reason", async () => {
  const fails = () => {
    throw new Failure("model", "overloaded", { retryable: true });
  };
  const once = await journey(script({ planner: [fails, planned()] }));
  expect([once.report.stage, once.kinds().filter((kind) => kind === "phase_error").length]).toEqual(["completed", 1]);
  expect((once.store.events ?? []).find(({ kind }) => kind === "phase_error")?.took).toBeUndefined();
  const twice = await journey(script({ planner: [fails, fails] }));
  expect(twice.report).toMatchObject({ stage: "failed", stopReason: "phase_error" });
  expect((await twice.run()).errorState).toMatchObject({ step: "PLAN", count: 2, message: "overloaded" });
});

it("sends an answer back that does not fit, tries the step once more with the same inputs, and then fails [S1.58, X.07, 6.9 #6]", async () => {
  const wrong = { text: "Sure! Here" };
  const sent = await journey(script({ planner: [wrong, planned()] }));
  expect([sent.report.stage, sent.kinds().includes("phase_error")]).toEqual(["completed", false]);
  const once = await journey(script({ planner: [wrong, wrong, planned()] }));
  expect([once.report.stage, once.kinds().filter((kind) => kind === "phase_error").length]).toEqual(["completed", 1]);
  const asked = once.model.prompts.filter(({ role }) => role === "planner").map(({ prompt }) => prompt.messages);
  expect([asked.length, asked[2]]).toEqual([3, asked[0]]);
  const twice = await journey(script({ planner: [wrong, wrong, wrong, answers({ plan: [] })] }));
  expect(twice.report).toMatchObject({ stage: "failed", stopReason: "phase_error" });
  expect(twice.kinds().filter((kind) => kind === "phase_error").length).toBe(2);
  expect((await twice.run()).errorState).toMatchObject({
    step: "PLAN",
    count: 2,
    message: expect.stringContaining("the planner did not fit"),
  });
});

it("takes no plan whose steps serve no active rule, and none of no or six steps [S1.22, S1.61]", async () => {
  const step = { text: "Style", rules: ["b.style.conventions"], open: true };
  const six = [step, step, step, step, step, step];
  const { kinds, run } = await journey(script({ planner: [[step, step, step], [], six, six].map((steps) => answers({ plan: steps })) }));
  expect(kinds().filter((kind) => kind === "phase_error" || kind === "plan_created")).toEqual(["phase_error", "phase_error"]);
  expect((await run()).errorState?.message).toContain("Too big: expected array to have <=5 items");
});

it("takes a plan of one step [S1.22, S1.61]", async () => {
  const step = { text: "Keep empty fields", rules: ["a.correctness.logic"], atom: null, open: true };
  const { report, run } = await journey(script({ planner: [answers({ plan: [step] })] }));
  expect([report.stage, (await run()).progress.steps]).toEqual(["completed", [step]]);
});

it("refuses a call that its budget cannot pay, and keeps what was done", async () => {
  const { report, run } = await journey(script(), {
    config: { limits: { tokens: 30_000 }, roles: { hydrator: { tokens: 8000 } } },
  });
  expect(report).toMatchObject({ stage: "stopped", stopReason: "budget_exceeded" });
  expect((await run()).budgetRefused).toContain("30000");
});

it("asks for another approval when the hand-over is too old", async () => {
  const made = await bench(script());
  await made.go();
  await made.consent();
  const late = { ...made.kit, clock: { ...made.kit.clock, now: () => Date.now() + 25 * 3_600_000 } };
  expect(await drive(made.journal, { name: "bench", performs: ["consume"] }, late)).toMatchObject({
    stage: "awaiting_approval",
    stopReason: "approval_invalid",
  });
});

it("closes a run whose reflector cannot answer, and says that it was not assessed", async () => {
  const { report, run } = await journey(script({ reflector: Array.from({ length: 4 }, () => ({ text: "?" })) }));
  expect(report.stage).toBe("completed");
  expect((await run()).reflection?.proposedChange).toBe("not assessed");
});
