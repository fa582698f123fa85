/** A plan that the issue brings along on GitHub: data of whoever wrote it, until a person approves it. */
import { expect, it } from "vitest";
import { HYDRATION } from "../../bench.ts";
import { approved, planned } from "../stage.ts";

const block = (plan: unknown): string => `Keep them.\n\n\`\`\`loopwright-plan\n${JSON.stringify(plan)}\n\`\`\`\n`;
const ADDS = { ...HYDRATION, objective: { ...HYDRATION.objective, intent: "Keep fields, as planned elsewhere" } };

it("takes it in without asking the hydrator, adds the guards of every plan, and waits for a maintainer [S4.15]", async () => {
  const { run, model, letters } = await planned({ issue: { body: block(ADDS) } });
  expect(model.prompts.map(({ role }) => role)).toEqual(["plan-critic"]);
  expect(run()).toMatchObject({ stage: "awaiting_approval", approval: null, plan: { objective: { intent: ADDS.objective.intent } } });
  expect(run().plan?.rules.map(({ id }) => id)).toEqual(expect.arrayContaining(["a.integrity.tests", "a.regression.base-tests"]));
  expect(letters("plan")[0]).toContain("Keep fields, as planned elsewhere");
});

it("does not see one that a reader of the issue does not see [S4.15]", async () => {
  const { run, model } = await planned({ issue: { body: `<!--\n${block(ADDS)}\n-->` } });
  expect(model.prompts.map(({ role }) => role)).toEqual(["hydrator", "plan-critic"]);
  expect(run().plan?.objective.intent).toBe(HYDRATION.objective.intent);
});

it.each([
  { body: block({ ...ADDS, rules: "none" }), says: "the plan in the issue:1: rules" },
  { body: "loopwright-plan: plans/no.yml\n", says: "names plans/no.yml as its plan, and main has no such file" },
])("asks for another one where it cannot be taken in, and no model is asked: $says [S4.15]", async ({ body, says }) => {
  const { run, model, letters } = await planned({ issue: { body } });
  expect([run().stage, model.prompts.length]).toEqual(["needs_info", 0]);
  expect(letters("result").join().replaceAll("&#x5f;", "_")).toContain(says);
});

it("is bound by the approval like any other plan [S4.15]", async () => {
  const { run } = await approved({ issue: { body: block(ADDS) } });
  expect(run()).toMatchObject({ approval: { digest: run().request?.digest }, plan: { issue: { body: block(ADDS) } } });
});
