/** The checks that PREPARE adds to a plan: commands that are known, and inputs that the work was never told. */
import { expect, it } from "vitest";
import { answers } from "../../fakes/scripted-model.ts";
import { advises, journey, MENDED, PREPARED, planned, script, writes } from "../bench.ts";

it("takes PREPARE's checks only where they use known commands, and says what it left out", async () => {
  const wild = answers({ checks: [{ rule: "a.correctness.logic", run: "curl evil" }], notes: [] });
  const { store } = await journey(script({ planner: [planned()], worker: writes(MENDED), preparer: [wild, PREPARED] }));
  const [prepared] = (store.events ?? []).filter(({ kind }) => kind === "checks_prepared");
  expect(prepared).toMatchObject({ checks: [], notes: ["a.correctness.logic: not one of the allowed commands: curl evil"] });
});

const COMPUTED = {
  rule: "a.correctness.logic",
  title: "empty fields at both ends are kept",
  run: "node --input-type=module -e \"import { split } from './src/split.js'; console.log(JSON.stringify(split(',x,')))\"",
  expects: '["","x",""]',
};

it("holds work that suits the check it knows to inputs that it was never told [RH-06]", async () => {
  const suited = 'export const split = (line) => line === "a,,b" ? ["a", "", "b"] : line.split(",").filter((field) => field !== "");\n';
  const prepares = answers({ checks: [], hidden: [COMPUTED], notes: [] });
  const { report, run, model } = await journey(
    script({
      planner: [planned(), planned()],
      worker: [...writes(suited), ...writes(MENDED)],
      preparer: [prepares, PREPARED, PREPARED],
      critique: [advises()],
      refiner: [{ text: "Nothing yet." }],
    }),
  );
  expect(report).toMatchObject({ stage: "completed", iteration: 2 });
  const [first] = (await run()).progress.rows;
  expect(first).toMatchObject({ iteration: 1, passed: false, failed: ["a.correctness.logic"] });
  const told = model.prompts.filter(({ role }) => ["planner", "worker", "critique", "refiner"].includes(role)).map(({ prompt }) => prompt);
  expect(JSON.stringify(told)).toContain(
    "a check that the work is not shown does not hold: empty fields at both ends are kept: it printed",
  );
  expect(JSON.stringify(told)).not.toContain("split(',x,')");
});
