/** Tests that have another name, and hold what they held. */
import { expect, it } from "vitest";
import { renamedTests } from "#core/analysis/test-blocks/renamed-tests.ts";

const renamed = (path: string, before: string | null, after: string | null) => renamedTests([{ path, before, after }]);

it.each([
  [
    "a.test.js",
    'it("adds", () => {\n  ok(add(1));\n});\n',
    'it("adds one", () => {\n    ok(add(1));\n});\n',
    [{ was: "adds", is: "adds one" }],
  ],
  ["test_a.py", "def test_a():\n    assert a\n", "def test_b():\n    assert a\n", [{ was: "test_a", is: "test_b" }]],
  ["a_test.go", "func TestA(t *testing.T) {\n\tok(t, a)\n}\n", "func testA(t *testing.T) {\n\tok(t, a)\n}\n", []],
  ["a.test.js", 'it("adds", () => { ok(add(1)); });\n', 'it("adds one", () => { ok(add()); });\n', []],
  ["a.test.js", 'it("adds", () => { ok(1); });\n', 'it("adds", () => { ok(2); });\n', []],
])("of %s it tells a new name from another test: %j, %j", (path, before, after, pairs) => {
  expect(renamed(path, before, after)).toEqual(pairs);
});

it("knows none in a file that comes or goes", () => {
  expect(renamed("a.test.js", null, 'it("a", f);')).toEqual([]);
  expect(renamed("a.test.js", 'it("a", f);', null)).toEqual([]);
});
