/** CRITIQUE as the development loop's debugging: a failing check is reproduced, and only what was seen counts. */
import { expect, it } from "vitest";
import { answers, calls, type Turn } from "../../fakes/scripted-model.ts";
import { advises, journey, MENDED, PREPARED, planned, script, writes } from "../bench.ts";

const PROBE = "node --input-type=module -e \"import { split } from './src/split.js'; console.log('fields', split('a,,b').length)\"";
const hypothesis = (quote: string, likelihood = 1) => ({
  claim: "the worker still filters",
  condition: "two fields come back",
  confirm: "fields 2",
  reject: "fields 3",
  likelihood,
  status: "confirmed",
  evidence: { command: PROBE, quote },
});
const issue = { rule: "a.correctness.logic", problem: "it filters", fix: "do not", effect: "three fields" };
const half = 'export const split = (line) => line.split(",").filter((field) => field.length > 0);\n';

/** A worker that mends nothing, a critique as given, a refiner that mends it. */
const debugged = (critique: readonly Turn[]) =>
  journey(
    script({
      planner: [planned(), planned(false)],
      worker: writes(half),
      preparer: [PREPARED, PREPARED, PREPARED],
      critique,
      refiner: writes(MENDED),
    }),
  );

it("tries hypotheses out on a copy that is thrown away, and hands what was confirmed to the refiner [S4.24, C1.05, C4.09, C4.17, C4.19, M4.05]", async () => {
  const { report, run, model, store } = await debugged([
    calls(["write_file", { path: "src/debug.js", content: "debugger;\n" }], ["exec", { command: PROBE }]),
    answers({ hypotheses: [hypothesis("fields 3", 2), hypothesis("fields 2")], issues: [issue] }),
  ]);
  expect(report.stage).toBe("completed");
  const produced = (store.events ?? []).flatMap((event) => (event.kind === "artifact_created" ? [event.skipped] : []));
  expect(produced).toEqual([false, true]);
  const [critique] = (store.events ?? []).filter((event) => event.kind === "critique_done");
  expect(critique?.kind === "critique_done" ? critique.hypotheses.map(({ status }) => status) : null).toEqual([
    "confirmed",
    "inconclusive",
  ]);
  const refiner = model.prompts.find(({ role }) => role === "refiner");
  expect(JSON.stringify(refiner?.prompt.messages)).toContain("confirmed: the worker still filters");
  expect((await run()).progress.rows.flatMap(({ changed }) => changed)).not.toContain("src/debug.js");
});

it("runs at most five commands, and says so to the model [S4.24]", async () => {
  const six = Array.from({ length: 6 }, (): readonly [string, unknown] => ["exec", { command: "true" }]);
  const { model } = await debugged([calls(...six), answers({ hypotheses: [], issues: [issue] })]);
  const asked = model.prompts.filter(({ role }) => role === "critique").at(-1);
  const told = JSON.stringify(asked?.prompt.messages);
  expect(told.match(/exit_code: 0/g)).toHaveLength(5);
  expect(told).toContain("all 5 commands were run: answer now");
});

it("needs no hypothesis where nothing was tried [S1.26]", async () => {
  const { report } = await debugged([advises()]);
  expect(report.stage).toBe("completed");
});
