import { expect, it } from "vitest";
import { normaliseRule, type Rule } from "#core/rules/rule.ts";
import { blockingRules, evaluate } from "#core/rules/score.ts";
import { checkBase } from "#loop/checks/check-base.ts";
import { checkRules } from "#loop/checks/check-rules.ts";
import { judge } from "#loop/checks/judge.ts";
import { runTests } from "#loop/checks/run-tests.ts";
import { checkSubjectOf } from "#loop/checks/subject.ts";
import { answers } from "../../fakes/scripted-model.ts";
import { advises, bench, FILES, HYDRATION, journey, MENDED, PREPARED, planned, script, writes } from "../bench.ts";

const command = (run: string, severity: "fail" | "warn" = "fail") =>
  normaliseRule({ id: `a.x.r${run.length}`, description: "d", severity, check: { kind: "command", run } });

/** A run that waits for its first PLAN, over these files. */
async function atWork(files: Readonly<Record<string, string>> = FILES, turns = {}) {
  const made = await bench(script(turns), { files });
  await made.go();
  const run = await made.run();
  return { ...made, run, subject: checkSubjectOf(run, made.kit, run.base.tree) };
}

it.each([
  { when: "it exits with 0", run: "true", verdict: "pass", details: "exit code 0" },
  { when: "it exits with another code", run: "echo broken >&2; exit 3", verdict: "fail", details: "exit code 3\nbroken" },
  { when: "there is no such command", run: "no-such-command-here", verdict: "fail", details: "check_error: exit code 127" },
  { when: "a test runner ran no test", run: "node --test no-such-folder", verdict: "fail", details: "" },
  {
    when: "a test runner says that it ran none",
    run: "printf '# tests 0\\n# pass 0\\n# fail 0\\n'",
    verdict: "fail",
    details: "ran no test",
  },
])("gives a command's rule $verdict when $when [C4.18, S1.28, S2.37, C2.10, S3.48, S4.25]", async ({ run, verdict, details }) => {
  const { subject } = await atWork();
  const [result] = await checkRules(subject, [command(run)]);
  expect(result?.verdict).toBe(verdict);
  expect(result?.details).toContain(details);
});

const NOT = [
  { run: "echo no; exit 3", verdict: "pass", details: "exit code 3" },
  { run: "echo yes", verdict: "fail", details: "it must not succeed: exit code 0\nyes" },
  { run: "no-such-command-here", verdict: "fail", details: "check_error: exit code 127" },
  { run: "./package.json", verdict: "fail", details: "check_error: exit code 126" },
  { run: "kill -9 $$", verdict: "fail", details: "check_error: exit code 137" },
  { run: "sleep 30", verdict: "fail", details: "check_error: killed: time" },
];

it("passes what must not succeed only when it ran and ended by itself with another code than 0 [S2.35, S2.37, C1.12, C2.10, 6.9 #12, U.12]", async () => {
  const { subject } = await atWork();
  const plan = { ...subject.plan, limits: { ...subject.plan.limits, checkMs: 1_500 } };
  const rules = NOT.map(({ run }, index) =>
    normaliseRule({ id: `a.x.r${index}`, description: "d", severity: "fail", check: { kind: "not_command", run } }),
  );
  const results = await checkRules({ ...subject, plan }, rules);
  expect(results).toMatchObject(NOT.map(({ verdict, details }) => ({ verdict, details: expect.stringContaining(details) })));
  const base = await checkBase({ ...subject, plan: { ...plan, rules: rules.slice(0, 3) } });
  expect(base.map(({ verdict }) => verdict)).toEqual(["pass", "fail", "na"]);
});

it("looks for files in the tree, and for what must be gone; on the base only that something is still there is red [S2.35, 6.9 #12, U.12]", async () => {
  const { subject } = await atWork();
  const places = [
    { kind: "file" as const, path: "src/*.js" },
    { kind: "file" as const, path: "src/*.ts" },
    { kind: "not_file" as const, path: "src" },
    { kind: "not_file" as const, path: "lib" },
  ];
  const rules = places.map((check, index) => normaliseRule({ id: `a.x.p${index}`, description: "d", severity: "fail", check }));
  expect((await checkRules(subject, rules)).map(({ verdict }) => verdict)).toEqual(["pass", "fail", "fail", "pass"]);
  const base = await checkBase({ ...subject, plan: { ...subject.plan, rules } });
  expect(base.map(({ verdict }) => verdict)).toEqual(["pass", "na", "fail", "pass"]);
});

it("passes a command that must print a word only when it prints it to standard output", async () => {
  const { repository, subject, kit } = await atWork();
  const cheat = repository.commit({ "src/split.js": "process.exit(0);\nexport const split = () => [];\n" });
  const tree = await kit.workspace.treeOf(cheat);
  const load = "node --input-type=module -e \"import './src/split.js'; console.log('proved')\"";
  const prints = (word: string | null, run = load) =>
    normaliseRule({ id: "a.x.word", description: "d", severity: "fail", check: { kind: "command", run, prints: word } });
  const verdicts = async (on: string, rule: Rule) => (await checkRules({ ...subject, tree: on }, [rule]))[0];
  expect((await verdicts(subject.tree, prints("proved")))?.verdict).toBe("pass");
  expect((await verdicts(tree, prints(null)))?.verdict).toBe("pass");
  expect(await verdicts(tree, prints("proved"))).toMatchObject({
    verdict: "fail",
    details: expect.stringContaining('never printed "proved"'),
  });
  expect((await verdicts(tree, prints("proved", "echo proved >&2")))?.verdict).toBe("fail");
  expect((await verdicts(tree, prints("proved", "echo proved; exit 1")))?.verdict).toBe("fail");
});

it("cannot tell on the base what needs a file that is not there, nor what cannot run", async () => {
  const { subject } = await atWork();
  const rules = ["node --test test/new.test.js", "no-such-command-here", "grep -q splits test/split.test.js", "false"].map((text, index) =>
    normaliseRule({ id: `a.x.r${index}`, description: "d", severity: "fail", check: { kind: "command", run: text } }),
  );
  const results = await checkBase({ ...subject, plan: { ...subject.plan, rules } });
  expect(results.map(({ verdict }) => verdict)).toEqual(["na", "na", "pass", "fail"]);
});

it("gives every check a copy of its own: what one leaves behind, no other sees", async () => {
  const { subject } = await atWork();
  const spoil = command("echo cheated > marker && echo 'process.exit(0)' > src/split.js");
  const look = command("test ! -e marker && grep -q filter src/split.js");
  const results = await checkRules(subject, [spoil, look, look]);
  expect(results.map(({ verdict }) => verdict)).toEqual(["pass", "pass", "pass"]);
});

it("finds what was done to the tests and what debugging left, and runs the base's own tests whatever the branch made of them [C4.19]", async () => {
  const { repository, run, subject, kit } = await atWork();
  const cheat = repository.commit({
    "test/split.test.js": 'import test from "node:test";\ntest.skip("splits", () => {});\n',
    "src/split.js": "export const split = () => {\n  debugger;\n  return [];\n};\n",
  });
  const tree = await kit.workspace.treeOf(cheat);
  const results = await checkRules(
    { ...subject, tree, baseTests: { green: true, names: null, details: "" } },
    run.plan?.rules.filter(({ level }) => level === "A") ?? [],
  );
  const verdicts = Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]));
  expect(verdicts).toEqual({
    "a.correctness.logic": "fail",
    "a.integrity.debug-markers": "fail",
    "a.integrity.tests": "fail",
    "a.regression.base-tests": "fail",
    "a.regression.tests": "fail",
  });
  expect(results.find(({ id }) => id === "a.integrity.tests")?.details).toContain("test/split.test.js");
  expect(results.find(({ id }) => id === "a.integrity.debug-markers")?.details).toBe("src/split.js:2 debugger;");
});

it.each([
  {
    lines: 2,
    verdict: "pass",
    says: "the tests are intact; 2 lines more and 0 fewer switch a check off; 3 more are allowed: src/split.js:1: // eslint",
  },
  { lines: 4, verdict: "fail", says: "4 lines more and 0 fewer switch a check off; 3 more are allowed: src/split.js:1: // eslint" },
])(
  "counts what switches a check off, and refuses more of it than the plan allows: $lines lines [RH-08]",
  async ({ lines, verdict, says }) => {
    const { repository, run, subject, kit } = await atWork();
    const added = Array.from({ length: lines }, (_, index) => `// eslint-disable-line no-undef -- ${index}\n`).join("");
    const tree = await kit.workspace.treeOf(repository.commit({ "src/split.js": `${added}export const split = () => [];\n` }));
    const rules = run.plan?.rules.filter(({ id }) => id === "a.integrity.tests") ?? [];
    const [result] = await checkRules({ ...subject, tree }, rules);
    expect(result?.verdict).toBe(verdict);
    expect(result?.details).toContain(says);
  },
);

it.each([
  { name: "ends the process before any test runs", mischief: "process.exit(0);\n" },
  {
    name: "ends the process once its tests were named",
    mischief: "process.on('exit', () => { process.exitCode = 0; });\nprocess.exit(0);\n",
  },
])("is not deceived by a source file that $name", async ({ mischief }) => {
  const { repository, run, subject, kit } = await atWork();
  const baseTests = await runTests(subject, "node --test");
  expect(baseTests.names?.passed).toContain("splits");
  const cheat = repository.commit({ "src/split.js": `${mischief}export const split = () => [];\n` });
  const tree = await kit.workspace.treeOf(cheat);
  const guards = run.plan?.rules.filter(({ check }) => check.kind === "tests") ?? [];
  const results = await checkRules({ ...subject, tree, baseTests }, guards);
  expect(results.map(({ verdict }) => verdict)).toEqual(["fail", "fail"]);
});

it("makes a rule harder by what PREPARE adds, never easier [X.01, C1.12]", async () => {
  const { subject } = await atWork();
  const rule = command("true");
  const [harder] = await checkRules({ ...subject, added: [{ rule: rule.id, run: "false" }] }, [rule]);
  expect(harder).toMatchObject({ verdict: "fail", details: "false: exit code 1" });
  const red = command("false");
  const [still] = await checkRules({ ...subject, added: [{ rule: red.id, run: "true" }] }, [red]);
  expect(still?.verdict).toBe("fail");
  const [same] = await checkRules({ ...subject, added: [{ rule: rule.id, run: "true" }] }, [rule]);
  expect(same?.verdict).toBe("pass");
});

const JUDGED = normaliseRule({
  id: "b.style.conventions",
  description: "d",
  severity: "warn",
  check: { kind: "content", question: "Is it one line?" },
});
const quote = { path: "src/split.js", line: 1, text: FILES["src/split.js"].trim() };

it.each([
  { when: "the quote is there", verdict: { verdict: "pass", evidence: [quote] }, expected: "pass" },
  { when: "the quote is on another line", verdict: { verdict: "pass", evidence: [{ ...quote, line: 2 }] }, expected: "fail" },
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
  const { run, kit, subject } = await atWork(FILES, {
    evaluator: [
      answers({
        verdicts: [
          { id: JUDGED.id, details: "because", ...verdict },
          { id: "a.not.asked", details: "", verdict: "pass", evidence: [] },
        ],
      }),
    ],
  });
  const results = await judge(run, kit, subject, [JUDGED]);
  expect(results.map(({ id, verdict: given }) => [id, given])).toEqual([[JUDGED.id, expected]]);
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
