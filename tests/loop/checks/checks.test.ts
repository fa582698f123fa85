/** Checks of commands, files and tests, on the base and on the work: how each can pass, and who deceives none of them. */
import { expect, it } from "vitest";
import { normaliseRule, type Rule } from "#core/rules/rule.ts";
import { checkBase } from "#loop/checks/check-base.ts";
import { checkRules } from "#loop/checks/check-rules.ts";
import { runTests } from "#loop/checks/on-tree/run-tests.ts";
import { atWork, command } from "./checked-run.ts";

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
