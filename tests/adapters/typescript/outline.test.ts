/** What a change of a JavaScript or TypeScript test does to what it tests, seen by its syntax trees. */
import { expect, it } from "vitest";
import { outlineOf } from "#adapters/typescript/outline.ts";
import { type Outline, weakenings } from "#core/analysis/source/test-outline.ts";

const HEAD =
  'import assert from "node:assert/strict";\nimport test, { describe } from "node:test";\nimport { split } from "../src/split.js";\n';
const BODY = 'test("keeps blanks", () => {\n  assert.deepEqual(split("a, b"), ["a", " b"]);\n  assert.equal(split("").length, 1);\n});\n';

async function outline(text: string, path = "a.test.ts"): Promise<Outline> {
  const found = await outlineOf(path, text);
  if (found === null) throw new Error("there is no outline");
  return found;
}

async function compared(before: string, after: string, path?: string): Promise<readonly string[]> {
  return weakenings(await outline(before, path), await outline(after, path), new Set());
}

const EQUAL = 'assert.equal(split("").length, 1)';

it.each<{ what: string; from: string; to: string; says: readonly string[] }>([
  {
    what: "a return",
    from: "() => {\n",
    to: "() => {\n  return;\n",
    says: ["behind an end that is always reached", "behind an end that is always reached"],
  },
  { what: "a condition", from: `  ${EQUAL}`, to: `  if (process.env.STRICT) ${EQUAL}`, says: ["under a condition only"] },
  { what: "a short circuit", from: `  ${EQUAL}`, to: `  process.env.STRICT && ${EQUAL}`, says: ["under a condition only"] },
  { what: "a choice", from: `  ${EQUAL}`, to: `  process.env.STRICT ? ${EQUAL} : null`, says: ["under a condition only"] },
  { what: "a case", from: `  ${EQUAL};`, to: `  switch (1) { case 2: ${EQUAL}; }`, says: ["under a condition only"] },
  { what: "a catch", from: `  ${EQUAL};`, to: `  try { ${EQUAL}; } catch {}`, says: ["where its failure is caught"] },
  { what: "an assertion that is gone", from: `  ${EQUAL};\n`, to: "", says: [`no longer asserts: ${EQUAL}`] },
  { what: "a weaker one", from: 'assert.equal(split("").length, 1)', to: 'assert.ok(split(""))', says: [`no longer asserts: ${EQUAL}`] },
  { what: "a comparison with itself", from: ", 1)", to: ', split("").length)', says: [`no longer asserts: ${EQUAL}`] },
  {
    what: "another name, and a way around all of it",
    from: 'keeps blanks", () => {\n',
    to: 'keeps all", () => {\n  return;\n',
    says: ['The test "keeps blanks": it is gone.'],
  },
  { what: "a skip", from: "test(", to: "test.skip(", says: ["has the mark skip"] },
  { what: "an x", from: "test(", to: "xit(", says: ["has the mark skip"] },
  { what: "a test under a condition", from: "test(", to: "if (process.env.ALL) test(", says: ["is now run under a condition only"] },
  {
    what: "another assert",
    from: '"node:assert/strict"',
    to: '"./assert.js"',
    says: ["assert came from node:assert/strict, and comes from ./assert.js now."],
  },
  {
    what: "a stub",
    from: 'import { split } from "../src/split.js";',
    to: "const split = (line) => line.split(',');",
    says: ["split came from ../src/split.js, and is made in the test itself now."],
  },
  { what: "a mock", from: "test(", to: 'vi.mock("../src/split.js");\ntest(', says: ["The module ../src/split.js is replaced by a mock."] },
])("finds $what [RH-02, RH-07]", async ({ from, to, says }) => {
  const before = HEAD + BODY;
  expect(before).toContain(from);
  const found = await compared(before, before.replace(from, to));
  expect(found).toHaveLength(says.length);
  for (const [index, part] of says.entries()) expect(found[index]).toContain(part);
});

it("takes a test that asserts the same under another name for the same test", async () => {
  expect(await compared(HEAD + BODY, (HEAD + BODY).replace("keeps blanks", "keeps all"))).toEqual([]);
});

it.each<{ what: string; after: string }>([
  { what: "the same", after: HEAD + BODY },
  { what: "another layout, and comments", after: HEAD + BODY.replace('["a", " b"]', '[\n      "a", // the first\n      " b"\n    ]') },
  { what: "more tests", after: `${HEAD}${BODY}${BODY.replace("keeps blanks", "keeps more")}` },
  { what: "a suite around it", after: `${HEAD}describe("split", () => {\n${BODY}});\n` },
  { what: "more assertions", after: HEAD + BODY.replace("  assert.equal", "  assert.ok(true);\n  assert.equal") },
  { what: "a catch that throws again", after: HEAD + BODY.replace(`  ${EQUAL};`, `  try { ${EQUAL}; } catch (error) { throw error; }`) },
  { what: "a finally", after: HEAD + BODY.replace(`  ${EQUAL};`, `  try { ${EQUAL}; } finally { clean(); }`) },
  { what: "one name more from a module", after: HEAD.replace("{ split }", "{ join, split }") + BODY },
  { what: "a word in a string", after: HEAD + BODY.replace("});", '  console.log("it.skip(", "vi.mock(");\n});') },
])("does not mind $what", async ({ after }) => {
  expect(await compared(HEAD + BODY, after)).toEqual([]);
});

it.each<{ what: string; before: string; after: string; says: string }>([
  {
    what: "an assertion outside of tests",
    before: "assert.ok(1);\nassert.ok(2);\n",
    after: "assert.ok(1);\n",
    says: "Outside of the tests no longer asserts: assert.ok(2)",
  },
  {
    what: "the call of a function that asserts",
    before: 'function same(a, b) { assert.equal(a, b); }\nconst also = (a) => same(a, 1);\ntest("x", () => { also(1); same(2, 2); });\n',
    after: 'function same(a, b) { assert.equal(a, b); }\nconst also = (a) => same(a, 1);\ntest("x", () => { same(2, 2); });\n',
    says: 'The test "x" no longer asserts: also(1)',
  },
  {
    what: "a chain of expect",
    before: 'it("x", async () => { await expect(f()).resolves.toBe(1); expect(g).to.be.true; });\n',
    after: 'it("x", async () => { await expect(f()).resolves.toBe(1); });\n',
    says: 'The test "x" no longer asserts: expect(g).to.be.true',
  },
  {
    what: "a table of cases",
    before: 'test.each([[1, 2]])("adds %i", (a, b) => { expect(a).toBe(b); });\n',
    after: 'test.each([[1, 2]])("adds %i", (a, b) => {});\n',
    says: 'The test "adds %i" no longer asserts: expect(a).toBe(b)',
  },
  {
    what: "a tagged table",
    before: 'it.each`a | b`("adds $a", ({ a }) => { expect(a).toBe(1); });\n',
    after: 'it.each`a | b`("adds $a", ({ a }) => {});\n',
    says: 'The test "adds $a" no longer asserts: expect(a).toBe(1)',
  },
  {
    what: "a test within a test",
    before: 'test("x", async (t) => { await t.test("inner", () => { assert.ok(f()); }); });\n',
    after: 'test("x", async (t) => { await t.test("inner", () => {}); });\n',
    says: 'The test "inner" no longer asserts: assert.ok(f())',
  },
  {
    what: "an assertion of a context",
    before: 'test("x", (t) => { t.is(f(), 1); });\n',
    after: 'test("x", (t) => { t.log(f(), 1); });\n',
    says: 'The test "x" no longer asserts: t.is(f(), 1)',
  },
  {
    what: "a module that is required",
    before: 'const { split } = require("../src/split");\nconst fs = require("fs");\n',
    after: 'const { split } = require("./fake");\nconst fs = require("fs");\n',
    says: "split came from ../src/split, and comes from ./fake now.",
  },
  {
    what: "a whole module by another",
    before: 'import * as split from "../src/split.js";\n',
    after: 'import * as split from "./fake.js";\n',
    says: "split came from ../src/split.js, and comes from ./fake.js now.",
  },
  {
    what: "a class of its own",
    before: 'import { Split } from "../src/split.js";\n',
    after: "class Split {}\n",
    says: "Split came from ../src/split.js, and is made in the test itself now.",
  },
])("finds $what that is gone or replaced [RH-07]", async ({ before, after, says }) => {
  expect(await compared(before, after, "a.test.js")).toEqual([says]);
});

it("makes no outline of another language, of a file without end, and of brackets without end", async () => {
  expect(await outlineOf("a_test.py", "def test(): pass")).toBeNull();
  expect(await outlineOf("a.test.js", " ".repeat(2 ** 20 + 1))).toBeNull();
  expect(await outlineOf("a.test.js", "(".repeat(200_000))).toBeNull();
});
