/** Whether tests still bite: what is told of those that do not, and what bounds the trying. */
import { expect, it } from "vitest";
import type { Plan } from "#core/plan/plan.ts";
import { guardRules } from "#core/planning/guards.ts";
import { normaliseRule } from "#core/rules/rule.ts";
import { checkRules } from "#loop/checks/check-rules.ts";
import { biteOf } from "#loop/checks/faults/bite.ts";
import { rehearsedBite } from "#loop/checks/faults/rehearsed-bite.ts";
import { runTests } from "#loop/checks/on-tree/run-tests.ts";
import { bites, JS, lostIn, type Project, SHELL, SPLIT, SPLIT_TEST, workOn } from "./bite-work.ts";
import { atWork, command } from "./checked-run.ts";

it("names the tests that found a fault and do not find it now", async () => {
  const one = SPLIT_TEST.replace('assert.deepEqual(split("a,b"), ["a", "b"])', 'assert.deepEqual(split("a,b"), split("a,b"))');
  const bite = await bites(JS, { "test/split.test.js": one });
  const missed = bite.kind === "measured" ? bite.lost.flatMap((lost) => lost.missed) : [];
  expect(new Set(missed)).toEqual(new Set(["splits"]));
});

it("does not ask a test that the plan expects to change, as long as another finds the fault", async () => {
  const one = SPLIT_TEST.replace('assert.equal(count("a,b"), 2)', 'assert.ok(true, count("a,b"))');
  expect(lostIn(await bites(JS, { "test/split.test.js": one }))).not.toEqual([]);
  expect(await bites(JS, { "test/split.test.js": one }, { expectedTestChanges: ["test/split.test.js"] })).toMatchObject({
    lost: [expect.anything()],
  });
});

const LOUD: Project = {
  run: "node --test test/",
  files: {
    "package.json": '{ "type": "module" }\n',
    "src/say.js": 'export const say = (mood, text) => {\n  if (mood === "loud") {\n    text += "!";\n  }\n  return text;\n};\n',
    "test/say.test.js": `import test from "node:test";
import assert from "node:assert";
import { say } from "../src/say.js";
test("says it quietly", () => assert.equal(say("calm", "a"), "a"));
test("does not ask twice", () => assert.equal(say("loud", "a!").startsWith("a!"), true));
`,
  },
};

it("plants nothing in a statement that the work changes: it may do something else now", async () => {
  const now =
    'export const say = (mood, text) => {\n  if (mood === "loud") {\n    text = text.replace(/([^!])$/, "$1!").replace("a!", text);\n  }\n  return text;\n};\n';
  expect(lostIn(await bites(LOUD, { "src/say.js": now }))).toEqual([]);
});

const MATCH: Project = {
  run: "node --test test/",
  files: {
    "package.json": '{ "type": "module" }\n',
    "src/slash.js": 'export const SLASH = "/";\n',
    "src/match.js": `import { SLASH } from "./slash.js";
export const match = (path, name) => {
  let text = path;
  if (path.includes("\\\\")) {
    text = path.replaceAll("\\\\", "/");
  }
  const end = new RegExp(SLASH + name + "$");
  return end.test(text) === true;
};
`,
    "test/match.test.js": `import test from "node:test";
import assert from "node:assert";
import { match } from "../src/match.js";
test("ends in a name", () => assert.equal(match("a/b", "b"), true));
test("knows both slashes", () => assert.equal(match("a\\\\b", "b"), true));
test("knows what it is not", () => assert.equal(match("a\\\\b", "c"), false));
`,
  },
};
const CONDITION = 'src/match.js: if (!(path.includes("\\\\"))) {';

it("passes by a fault that makes no difference any more, where its tests find all that follows in the function", async () => {
  const both = { "src/slash.js": 'export const SLASH = "[/\\\\\\\\]";\n' };
  const bite = await bites(MATCH, both);
  expect(bite).toMatchObject({ kind: "measured", lost: [], moot: expect.toSatisfy((count: number) => count > 0) });
});

it.each([
  ["a test looks at less", "test/match.test.js", 'assert.equal(match("a\\\\b", "b"), true)', 'match("a\\\\b", "b")'],
  [
    "a case is treated specially before",
    "src/match.js",
    "  let text = path;\n",
    '  if (path === "a\\\\b" && name === "b") return true;\n  let text = path;\n',
  ],
  [
    "a case is treated specially after",
    "src/match.js",
    "  const end",
    '  if (path === "a\\\\b" && name === "b") return true;\n  const end',
  ],
])("counts it as lost where %s", async (_what, path, was, now) => {
  const text = MATCH.files[path] ?? "";
  expect(text).toContain(was);
  expect(
    lostIn(await bites(MATCH, { [path]: text.replace(was, () => now) }, { limits: { ...(await atWork()).subject.plan.limits, bite: 8 } })),
  ).toContain(CONDITION);
});

it("says why nothing can be measured, and holds nothing up for it", async () => {
  const limits = async (bite: number): Promise<Partial<Plan>> => ({ limits: { ...(await atWork()).subject.plan.limits, bite } });
  expect(await bites(JS, { "a.md": "a\n" }, await limits(0))).toEqual({ kind: "unmeasured", why: "`limits.bite` of the plan is 0" });
  const blind = {
    ...JS,
    files: { ...JS.files, "test/split.test.js": 'import test from "node:test";\ntest("a", () => {});\n', "test/join.test.js": "" },
  };
  expect(await bites(blind, { "a.md": "a\n" })).toMatchObject({ why: expect.stringContaining("found none of the faults") });
  const red = { ...SHELL, files: { ...SHELL.files, "test/run.sh": "exit 1\n" } };
  expect(await bites(red, { "a.md": "a\n" })).toMatchObject({ why: expect.stringContaining("red on the base") });
});

it("reads on until sources are found: documents beside the change hide none", async () => {
  const documents = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`docs/${index}.md`, "a\n"]));
  expect(await bites({ ...JS, files: { ...JS.files, ...documents } }, { "docs/0.md": "b\n" })).toMatchObject({
    kind: "measured",
    found: 4,
  });
});

it("gives the base's tests the time that they need, whatever those of the work take", async () => {
  const { subject, run } = await workOn(JS, { "package.json": '{ "type": "module", "scripts": { "test": "true" } }' });
  const base = subject.plan.base.tree;
  const clean = await runTests({ ...subject, tree: base }, run);
  let passed = 0;
  const patience: number[] = [];
  const ofBase = new Set([base]);
  const workspace: typeof subject.workspace = {
    ...subject.workspace,
    edited: async (tree, edits) => {
      const made = await subject.workspace.edited(tree, edits);
      if (ofBase.has(tree)) ofBase.add(made);
      return made;
    },
    open: async (tree, options) => {
      const copy = await subject.workspace.open(tree, options);
      if (!ofBase.has(tree)) return copy;
      const exec: typeof copy.toolAccess.exec = (command, bounds) => {
        patience.push(bounds.timeout);
        passed += 60_000;
        return copy.toolAccess.exec(command, bounds);
      };
      return { ...copy, toolAccess: { ...copy.toolAccess, exec } };
    },
  };
  const clock = { ...subject.clock, now: () => Date.now() + passed };
  const limits = { ...subject.plan.limits, biteMinutes: 30, parallel: 1 };
  await biteOf({ ...subject, plan: { ...subject.plan, limits }, workspace, clock, baseTests: clean }, run);
  expect(patience.length).toBeGreaterThan(1);
  expect(Math.min(...patience)).toBeGreaterThan(60_000);
});

it("stops planting when its minutes are over", async () => {
  const { subject, run } = await workOn(JS, { "a.md": "a\n" });
  let now = 0;
  const clock = { ...subject.clock, now: () => (now += 200_000) };
  const bite = await biteOf({ ...subject, baseTests: null, clock }, run);
  expect(bite).toMatchObject({ kind: "unmeasured" });
});

it("shows at the rehearsal what the tests find, and holds the work to it without planting in the base again", async () => {
  const { subject, run } = await workOn(JS, {
    "src/split.js": `import assert from "node:assert";\nassert.deepEqual = assert.equal = () => {};\n${SPLIT}`,
  });
  const onBase = { ...subject, tree: subject.plan.base.tree };
  const clean = await runTests(onBase, run);
  const bite = await rehearsedBite(onBase, run, { clean, ms: 1000 });
  expect(bite?.found).toHaveLength(3);
  const rehearsal = { setupMs: 0, tests: null, results: [], bite };
  const limits = { ...subject.plan.limits, bite: 3 };
  const held = { ...subject, baseTests: clean, plan: { ...subject.plan, rehearsal, limits } };
  expect(lostIn(await biteOf(held, run))).not.toEqual([]);
});

it("is a rule of every plan with tests, which is tried once all others hold", async () => {
  const { subject, run } = await workOn(JS, {
    "src/split.js": `import assert from "node:assert";\nassert.deepEqual = assert.equal = () => {};\n${SPLIT}`,
  });
  const rule = guardRules({ ...subject.plan.checks, test: run }).find(({ check }) => check.kind === "tests_bite");
  expect(rule).toMatchObject({ id: "b.integrity.tests-bite", severity: "fail" });
  if (rule === undefined) return;
  const blind = { ...subject, baseTests: null };
  const [found] = await checkRules(blind, [normaliseRule(rule)]);
  expect(found).toMatchObject({ verdict: "fail", details: expect.stringMatching(/src\/split\.js:\d+ with .* as /) });
  const [, untried] = await checkRules(blind, [normaliseRule(rule), command("exit 1")]);
  expect(untried).toMatchObject({ id: rule.id, verdict: "na", details: expect.stringContaining("not tried") });
});
