/** The judge's word on rules that only a reader can tell, and its marks: taken where its quotes are there. */
import { expect, it } from "vitest";
import { normaliseRule } from "#core/rules/rule.ts";
import { blockingRules, evaluate } from "#core/rules/score.ts";
import { judge } from "#loop/checks/judge.ts";
import { answers } from "../../fakes/scripted-model.ts";
import { FILES } from "../bench.ts";
import { atWork, command } from "./checked-run.ts";

const JUDGED = normaliseRule({
  id: "b.style.conventions",
  description: "d",
  severity: "warn",
  check: { kind: "content", question: "Is it one line?" },
});
const quote = { path: "src/split.js", line: 1, text: FILES["src/split.js"].trim() };

it.each([
  { when: "the quote is there", verdict: { verdict: "pass", evidence: [quote] }, expected: "pass" },
  { when: "the quote is on another line", verdict: { verdict: "pass", evidence: [{ ...quote, line: 2 }] }, expected: "pass" },
  {
    when: "the quote is made up",
    verdict: { verdict: "pass", evidence: [{ ...quote, text: "export const split = perfect;" }] },
    expected: "fail",
  },
  { when: "the file is made up", verdict: { verdict: "pass", evidence: [{ ...quote, path: "src/perfect.js" }] }, expected: "fail" },
  { when: "there is no quote", verdict: { verdict: "pass", evidence: [] }, expected: "fail" },
  { when: "the judge says fail", verdict: { verdict: "fail", evidence: [] }, expected: "fail" },
  { when: "the judge says na", verdict: { verdict: "na", evidence: [] }, expected: "na" },
])("takes a judge's word as $expected when $when [C1.16]", async ({ verdict, expected }) => {
  const said = answers({
    verdicts: [
      { id: JUDGED.id, details: "because", ...verdict },
      { id: "a.not.asked", details: "", verdict: "pass", evidence: [] },
    ],
  });
  const { run, kit, subject } = await atWork(FILES, { evaluator: [said, said] });
  const results = await judge(run, kit, subject, [JUDGED]);
  expect(results.map(({ id, verdict: given }) => [id, given])).toEqual([[JUDGED.id, expected]]);
});

it("names the line at which a quote stands, whatever the judge counted", async () => {
  const verdicts = [{ id: JUDGED.id, details: "because", verdict: "pass", evidence: [{ ...quote, line: 40 }] }];
  const { run, kit, subject } = await atWork(FILES, { evaluator: [answers({ verdicts })] });
  expect((await judge(run, kit, subject, [JUDGED]))[0]?.evidence).toEqual([quote]);
});

const OTHER = normaliseRule({ ...JUDGED, id: "b.style.names" });

it("asks once more for what the judge left out and for what it did not prove, says what was wrong, and for nothing else", async () => {
  const passes = (id: string, text: string) => ({ id, details: "because", verdict: "pass", evidence: [{ ...quote, text }] });
  const third = normaliseRule({ ...JUDGED, id: "b.style.order" });
  const { run, kit, subject, model } = await atWork(FILES, {
    evaluator: [
      answers({ verdicts: [passes(JUDGED.id, quote.text), passes(OTHER.id, "made up")] }),
      answers({ verdicts: [passes(OTHER.id, quote.text), passes(JUDGED.id, "made up")] }),
    ],
  });
  const results = await judge(run, kit, subject, [JUDGED, OTHER, third]);
  expect(results.map(({ id, verdict }) => [id, verdict])).toEqual([
    [JUDGED.id, "pass"],
    [OTHER.id, "pass"],
  ]);
  const asked = JSON.stringify(model.prompts.at(-1)?.prompt.messages);
  expect(asked).toContain(`${OTHER.id}: the quoted text stands nowhere in src/split.js`);
  expect(asked).toContain(`${third.id}: no verdict was given`);
  expect(asked).not.toContain(`${JUDGED.id}:`);
});

const RATED = (id: string, severity: "fail" | "warn" = "warn") =>
  normaliseRule({
    id,
    description: "d",
    severity,
    check: { kind: "quality", rubric: [{ criterion: "tone" }, { criterion: "form", weight: 3 }] },
  });

it("adds up a judge's marks, and blocks where one is missing [S2.36, C2.11, C2.12, 6.9 #12, U.12]", async () => {
  const mark = (criterion: string, score: number) => ({ criterion, score, reason: "src/split.js:1 says so" });
  const ratings = [
    { id: "a.quality.good", marks: [mark("tone", 2), mark("form", 4)] },
    { id: "a.quality.bad", marks: [mark("tone", 5), mark("form", 2)] },
    { id: "a.quality.open", marks: [mark("tone", 5)] },
  ];
  const { run, kit, subject, model } = await atWork(FILES, { evaluator: [answers({ ratings })] });
  const rules = ["a.quality.good", "a.quality.bad", "a.quality.open", "a.quality.left"].map((id) => RATED(id));
  const results = await judge(run, kit, subject, rules);
  expect(results.map(({ id, verdict }) => [id, verdict])).toEqual([
    ["a.quality.good", "pass"],
    ["a.quality.bad", "fail"],
  ]);
  expect(results[0]?.details).toContain("3.50 of 5, needed 3.5");
  const evaluation = evaluate(subject.tree, "A", results, { rules, thresholds: { A: 0, B: 0 } });
  expect(evaluation.passed).toBe(false);
  expect(blockingRules(evaluation)).toEqual(["a.quality.open", "a.quality.left"]);
  const asked = JSON.stringify(model.prompts.at(-1)?.prompt.messages);
  expect(asked).toContain("tone (weight 1); form (weight 3)");
});

it("names the files of the scope to whoever gives marks [S2.36]", async () => {
  const { run, kit, subject, model } = await atWork(FILES, { evaluator: [answers({ ratings: [] })] });
  const check = { kind: "quality" as const, rubric: [{ criterion: "tone" }], scope: "test/**" };
  await judge(run, kit, subject, [normaliseRule({ id: "a.quality.tests", description: "d", severity: "warn", check })]);
  expect(JSON.stringify(model.prompts.at(-1)?.prompt.messages)).toContain("files: test/split.test.js");
});

it("asks no judge where nothing is to be judged", async () => {
  const { run, kit, subject } = await atWork();
  expect(await judge(run, kit, subject, [command("true")])).toEqual([]);
});
