/** The checks that a plan brings: a plan whose checks would show too little is sent back, fails or ends in questions. */
import { expect, it } from "vitest";
import { answers } from "../../fakes/scripted-model.ts";
import { bench, HYDRATION, script } from "../bench.ts";

it("sends a plan back whose levels a model would judge by more than a fifth, whatever the critic says", async () => {
  const judged = {
    id: "a.correctness.compiles",
    description: "d",
    severity: "fail",
    check: { kind: "content", text: "Does it look right?", prints: null },
  };
  const made = await bench(
    script({
      hydrator: [answers({ ...HYDRATION, rules: [...HYDRATION.rules, judged] }), answers(HYDRATION)],
      "plan-critic": [answers({ verdict: "PROCEED", findings: [] }), answers({ verdict: "PROCEED", findings: [] })],
    }),
  );
  expect((await made.go()).stage).toBe("awaiting_approval");
  expect(made.kinds()).toEqual([
    "run_started",
    "run_hydrated",
    "plan_reviewed",
    "revision_requested",
    "run_hydrated",
    "plan_reviewed",
    "approval_requested",
  ]);
  const said = made.store.events?.find(({ kind }) => kind === "plan_reviewed");
  expect(JSON.stringify(said)).toContain("50 % of the weight of a level is judged by a model");
});

it.each([
  { template: "docs", severity: "fail" },
  { template: "api", severity: "fail" },
])("does not send back a plan for $template that is judged as a whole [C1.16]", async ({ template, severity }) => {
  const judged = {
    id: "a.correctness.accuracy",
    description: "d",
    severity,
    check: { kind: "content", text: "Is it true?", prints: null },
  };
  const plan = { ...HYDRATION, workflow: "plan-mode", template, rules: [...HYDRATION.rules, judged] };
  const made = await bench(script({ hydrator: [answers(plan)] }));
  expect((await made.go()).stage).toBe("awaiting_approval");
  expect((await made.run()).plan).toMatchObject({ workflow: "plan-mode", template });
});

it("retries a plan that breaks a rule of plans, then fails", async () => {
  const [first] = HYDRATION.rules;
  const doubled = answers({ ...HYDRATION, rules: [first, first] });
  const made = await bench(script({ hydrator: [doubled, doubled] }));
  expect(await made.go()).toMatchObject({ stage: "failed", stopReason: "phase_error" });
  expect((await made.run()).errorState?.message).toContain("two rules have the same id");
});

it("asks instead of planning where nothing could show that the work is done", async () => {
  const soft = HYDRATION.rules.filter(({ severity }) => severity !== "fail");
  const made = await bench(script({ hydrator: [answers({ ...HYDRATION, rules: soft })] }), {
    files: { "src/split.js": "x\n" },
    config: { checks: {} },
  });
  expect(await made.go()).toMatchObject({ stage: "needs_info", stopReason: "questions" });
  expect((await made.run()).questions[0]?.question).toContain("names no test command");
});
