/** The checks that PREPARE adds to a plan: commands that are known, and inputs that the work was never told. */
import { expect, it } from "vitest";
import { pullRequestBody } from "#text/comments/pull-request.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { account } from "../../builders/atoms.ts";
import { answers } from "../../fakes/scripted-model.ts";
import { advises, HYDRATION, journey, MENDED, PREPARED, planned, script, writes } from "../bench.ts";

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
    "a check that the work is not shown does not hold: empty fields at both ends are kept: exit code 0, with another output than is right",
  );
  expect(JSON.stringify(told)).not.toContain("split(',x,')");
});

it.each([
  { what: "prints them", leak: "console.log(String(line))", end: "exit code 0, with another output than is right" },
  {
    what: "prints its own command line",
    leak: "console.log(process.execArgv.join())",
    end: "exit code 0, with another output than is right",
  },
  { what: "fails with them", leak: "throw new Error(line)", end: "exit code 1" },
])("shows nobody who works the inputs of a hidden check, when the code under test $what", async ({ leak, end }) => {
  const code = `export const split = (line) => { if (line !== "a,,b" && line !== "a,b") ${leak}; return line.split(","); };\n`;
  const { model, store } = await journey(
    script({
      planner: [planned(), planned()],
      worker: [...writes(code), ...writes(MENDED)],
      preparer: [answers({ checks: [], hidden: [COMPUTED], notes: [] }), PREPARED, PREPARED],
      critique: [advises()],
      refiner: [{ text: "Nothing yet." }],
    }),
  );
  const told = JSON.stringify(
    model.prompts.filter(({ role }) => ["planner", "worker", "critique", "refiner"].includes(role)).map(({ prompt }) => prompt),
  );
  expect(told).toContain(`empty fields at both ends are kept: ${end}`);
  expect(told).not.toContain(",x,");
  expect(JSON.stringify((store.events ?? []).filter(({ kind }) => kind === "evaluation_done"))).toContain(",x,");
});

const WRONG = { ...COMPUTED, title: "blank fields are trimmed", expects: '["","x"]' };

it("drops a hidden check that no work passes while all else is green, and names it to people and to QA", async () => {
  const prepares = answers({ checks: [], hidden: [WRONG], notes: [] });
  const { report, run, model, store } = await journey(
    script({
      planner: [planned(), planned()],
      worker: [...writes(MENDED), answers(account(true))],
      preparer: [prepares, PREPARED, PREPARED],
      critique: [advises()],
      refiner: [{ text: "It keeps empty fields, as the issue asks." }],
    }),
  );
  expect(report).toMatchObject({ stage: "completed", iteration: 2 });
  const now = await run();
  expect(now.progress.rows.map(({ level, passed }) => [level, passed])).toEqual([
    ["A", false],
    ["A", true],
    ["B", true],
  ]);
  const trials = (store.events ?? []).flatMap((event) => (event.kind === "evaluation_done" ? [event.trials] : []));
  expect(trials).toEqual([[{ run: WRONG.run, printed: '["","x",""]' }], [{ run: WRONG.run, printed: '["","x",""]' }], undefined]);
  const asked = JSON.stringify(model.prompts.filter(({ role }) => role === "qa-verifier").map(({ prompt }) => prompt));
  expect(asked).toContain("Decide for each, from the issue alone");
  expect(asked).toContain("blank fields are trimmed");
  expect(pullRequestBody(now, null)).toContain("which no work of this run passed while all else was green");
  expect(statusComment(now, { compare: null })).toContain("blank fields are trimmed");
  const told = model.prompts.filter(({ role }) => ["planner", "worker", "critique", "refiner"].includes(role)).map(({ prompt }) => prompt);
  expect(JSON.stringify(told)).not.toContain("split(',x,')");
});

it("keeps a hidden check whose failure is not the only one, however often it fails", async () => {
  const suited = 'export const split = (line) => line === "a,,b" ? ["a", "", "b"] : line.split(",").filter((field) => field !== "")\n';
  const prepares = answers({ checks: [], hidden: [WRONG], notes: [] });
  const { report, run } = await journey(
    script({
      hydrator: [answers({ ...HYDRATION, rules: HYDRATION.rules.map((rule) => ({ ...rule, id: rule.id.replace("b.", "a.") })) })],
      planner: [planned(), planned(), planned()],
      worker: [...writes(suited), answers(account(true)), answers(account(true))],
      preparer: [prepares, PREPARED, PREPARED],
      critique: [advises(), advises(), advises()],
      refiner: [{ text: "Nothing." }, { text: "Nothing." }, { text: "Nothing." }],
    }),
    { config: { limits: { iterations: 3 } } },
  );
  expect(report.stage).toBe("stopped");
  expect((await run()).progress.tried).toMatchObject([{ held: false, failures: 0 }]);
});
