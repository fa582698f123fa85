/** What a change of tests weakens, told by outlines and by lines. */
import { expect, it } from "vitest";
import { type Outline, type OutlinedTest, weakenings } from "#core/analysis/source/test-outline.ts";
import { testFindings } from "#core/analysis/test-guard/test-diff.ts";
import { lostLines, testFileLinesOf } from "#core/analysis/test-guard/test-lines.ts";

const TEST: OutlinedTest = { suites: ["s"], name: "t", marks: [], reach: "always", assertions: [{ text: "ok(1)", reach: "conditional" }] };
const outline = (test: Partial<OutlinedTest> = {}, other: Partial<Outline> = {}): Outline => ({
  imports: {},
  declared: [],
  mocks: [],
  tests: [{ ...TEST, ...test }],
  ...other,
});

it.each<{ when: string; before?: Outline; after: Outline; says: readonly string[] }>([
  { when: "nothing changed", after: outline(), says: [] },
  { when: "it stands in another suite", after: outline({ suites: [] }), says: [] },
  { when: "an assertion is surer than before", after: outline({ assertions: [{ text: "ok(1)", reach: "always" }] }), says: [] },
  { when: "nothing was asserted outside", before: outline({ name: "", assertions: [] }), after: outline({}, { tests: [] }), says: [] },
  { when: "a name is used no more", before: outline({}, { imports: { a: "x" } }), after: outline(), says: [] },
  { when: "a mock was there", before: outline({}, { mocks: ["m"] }), after: outline({}, { mocks: ["m"] }), says: [] },
  { when: "a test is gone", after: outline({}, { tests: [] }), says: ['The test "t": it is gone.'] },
  {
    when: "what stood outside is gone",
    before: outline({ name: "" }),
    after: outline({}, { tests: [] }),
    says: ["Outside of the tests: it is gone."],
  },
  { when: "a mark was there", before: outline({ marks: ["skip"] }), after: outline({ marks: ["skip"] }), says: [] },
  { when: "it is skipped", after: outline({ marks: ["each", "skip"] }), says: ['The test "t" has the mark skip.'] },
  {
    when: "it runs less surely",
    after: outline({ reach: "never" }),
    says: ['The test "t" is now run behind an end that is always reached.'],
  },
  { when: "a module is mocked", after: outline({}, { mocks: ["m"] }), says: ["The module m is replaced by a mock."] },
  {
    when: "a name comes from where it came",
    before: outline({}, { imports: { a: "x" } }),
    after: outline({}, { imports: { a: "x" } }),
    says: [],
  },
  {
    when: "a name comes from elsewhere",
    before: outline({}, { imports: { a: "x" } }),
    after: outline({}, { imports: { a: "y" } }),
    says: ["a came from x, and comes from y now."],
  },
  {
    when: "a name is made here",
    before: outline({}, { imports: { a: "x" } }),
    after: outline({}, { declared: ["a"] }),
    says: ["a came from x, and is made in the test itself now."],
  },
  {
    when: "it is asserted less surely",
    after: outline({ assertions: [{ text: "ok(1)", reach: "caught" }] }),
    says: ['The test "t" asserts where its failure is caught: ok(1)'],
  },
  {
    when: "one of two is gone",
    before: outline({ assertions: [...TEST.assertions, ...TEST.assertions] }),
    after: outline(),
    says: ['The test "t" no longer asserts: ok(1)'],
  },
  {
    when: "it has another name and asserts the same",
    after: outline({ name: "another" }),
    says: [],
  },
  {
    when: "another test has its place and asserts less",
    after: outline({ name: "another", assertions: [] }),
    says: ['The test "t": it is gone.'],
  },
  {
    when: "a test that asserted nothing is gone",
    before: outline({ assertions: [] }),
    after: outline({ name: "another" }),
    says: ['The test "t": it is gone.'],
  },
  {
    when: "two tests have its name",
    after: outline({}, { tests: [{ ...TEST, suites: ["other"], assertions: [] }, TEST] }),
    says: [],
  },
])("says what outlines show when $when [RH-07]", ({ before = outline(), after, says }) => {
  expect(weakenings(before, after, new Set())).toEqual(says);
});

it("tells of a file's outlines where it has them, and of its lines where it has none", () => {
  const change = { path: "a.test.js", before: 'test("t", () => { ok(1); });\n', after: 'test("t", () => { ok(2); });\n' };
  const globs = { tests: ["**/*.test.js"], expected: [], scope: [] };
  expect(testFindings([change], globs)).toEqual([]);
  const weaker = outline({ assertions: [] });
  expect(testFindings([{ ...change, outlines: { before: outline(), after: weaker } }], globs)).toEqual([
    { path: "a.test.js", line: null, kind: "weakened", text: 'The test "t" no longer asserts: ok(1)' },
  ]);
});

const PYTHON = `from kit.split import (
    join,
    split as cut,
)
from kit import other


def test_a():
    assert cut("a") == ["a"]
    assert join(["a"]) == "a"
`;

it.each<{ when: string; path?: string; before?: string; after: string; says: readonly string[] }>([
  { when: "nothing changed", after: PYTHON, says: [] },
  { when: "the lines are in another order", after: PYTHON.replace(/( {4}assert cut.*\n)(.*\n)/, "$2$1"), says: [] },
  { when: "an assertion changed", after: PYTHON.replace('== ["a"]', "!= []"), says: ['No longer there: assert cut("a") == ["a"]'] },
  {
    when: "a test returns",
    after: PYTHON.replace("def test_a():\n", "def test_a():\n    return\n"),
    says: ["A test is left before its end, where it was not before."],
  },
  {
    when: "a failure is caught",
    after: PYTHON.replace("    assert cut", "    try:\n        assert cut").replace(
      "    assert join",
      "    except AssertionError:\n        pass\n    assert join",
    ),
    says: ["A failure is caught, where it was not before."],
  },
  {
    when: "a name is made up",
    after: PYTHON.replace("    split as cut,\n", "").replace("from kit import other", "cut = list"),
    says: ["cut came from kit.split, and does not any more."],
  },
  {
    when: "a shell script asserts less",
    path: "test/run.sh",
    before: 'if [ "$1" = "$2" ]; then exit 1; fi\n',
    after: "if true; then exit 1; fi\n",
    says: ['No longer there: if [ "$1" = "$2" ]; then exit 1; fi'],
  },
  {
    when: "a line that stood twice stands once",
    path: "test/run.sh",
    before: "[ -f a ]\n[ -f a ]\n",
    after: "[ -f a ]\n",
    says: ["No longer there: [ -f a ]"],
  },
])("says what lines show when $when [RH-07]", ({ path = "tests/test_a.py", before = PYTHON, after, says }) => {
  expect(lostLines(path, testFileLinesOf(path, before), testFileLinesOf(path, after))).toEqual(says);
});
