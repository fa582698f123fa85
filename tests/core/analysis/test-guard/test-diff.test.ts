/** Tests that a change deletes or weakens are found, and what is harmless or expected is not. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type FileContent, NOT_TEXT } from "#core/analysis/source/file-change.ts";
import { testFindings } from "#core/analysis/test-guard/test-diff.ts";
import { find, GLOBS, JS, kinds } from "./one-change.ts";

const PY = 'import pytest\n\ndef test_a():\n    """Adds."""\n    assert add(1, 2) == 3\n\ndef test_b():\n    assert sub(2, 1) == 1\n';

// RH-01
it("finds a deleted test file, also when another file came with other text, or outside of the tests", () => {
  expect(find("a.test.ts", JS, null)).toEqual([{ path: "a.test.ts", line: null, kind: "deleted", text: "This test file was deleted." }]);
  const changes = [
    { path: "a.test.ts", before: JS, after: null },
    { path: "b.test.ts", before: null, after: JS.replace("toBe(3)", "toBe(4)") },
    { path: "old/a.txt", before: null, after: JS },
  ];
  expect(testFindings(changes, GLOBS).map(({ path, kind }) => [path, kind])).toEqual([["a.test.ts", "deleted"]]);
  expect(kinds("tests/fixtures/a.json", "{}", null)).toEqual(["deleted"]);
});

it("takes a renamed test file for the same, even one with skips, but only once", () => {
  const skipping = JS.replace("it(", "it.skip(");
  const gone = { path: "a.test.ts", before: skipping, after: null };
  const other = { path: "c.test.ts", before: skipping, after: null };
  const here = { path: "sub/b.test.ts", before: null, after: skipping };
  expect(testFindings([gone, here], GLOBS)).toEqual([]);
  expect(testFindings([here, gone], GLOBS)).toEqual([]);
  expect(testFindings([gone, other, here], GLOBS).map(({ path, kind }) => [path, kind])).toEqual([["c.test.ts", "deleted"]]);
});

it.each([
  ["a test case fewer", JS, JS.slice(0, JS.indexOf('it("subtracts"')), ["2 test cases became 1.", "3 assertions became 2."]],
  ["an assertion fewer", JS, JS.replace("  expect(add(0, 0)).toBe(0);\n", ""), ["3 assertions became 2."]],
  ["an assertion commented out", JS, JS.replace("  expect(add(0", "  // expect(add(0"), ["3 assertions became 2."]],
  [
    "a test in a block comment",
    JS,
    JS.replace('it("sub', '/*\nit("sub').concat("*/\n"),
    ["2 test cases became 1.", "3 assertions became 2."],
  ],
  ["everything gone", JS, "", ["2 test cases became 0.", "3 assertions became 0."]],
])("finds %s", (_, before, after, texts) => {
  expect(find("a.test.ts", before, after).map(({ text }) => text)).toEqual(texts);
});

it("finds Python's tests that were commented out or put into a string", () => {
  const without = [
    { path: "test_a.py", line: null, kind: "fewer_tests", text: "2 test cases became 1." },
    { path: "test_a.py", line: null, kind: "fewer_assertions", text: "2 assertions became 1." },
  ];
  expect(find("test_a.py", PY, PY.replace("def test_b", '"""\ndef test_b').concat('"""\n'))).toEqual(without);
  expect(find("test_a.py", PY, PY.replace("def test_b", "# def test_b").replace("    assert sub", "#   assert sub"))).toEqual(without);
});

it.each([
  [
    "a_test.go",
    'func TestA(t *testing.T) {\n\tt.Run("x", f)\n\tt.Errorf("x")\n\trequire.Equal(t, 1, 1)\n}',
    "2 test cases became 0.",
    "2 assertions became 0.",
  ],
  [
    "tests/a.rs",
    "#[test]\nfn a() { assert_eq!(1, 1); }\n#[tokio::test]\nasync fn b() {}",
    "2 test cases became 0.",
    "1 assertions became 0.",
  ],
  ["test/ATest.java", "@Test\nvoid a() { assertEquals(1, 1); }", "1 test cases became 0.", "1 assertions became 0."],
  ["spec/a_spec.rb", 'it "works" do\n  expect(a).to eq(1)\n  a.should be\nend', "1 test cases became 0.", "2 assertions became 0."],
  ["tests/ATest.php", "public function testA() {\n  $this->assertSame(1, 1);\n}", "1 test cases became 0.", "1 assertions became 0."],
  ["a.test.js", "test`x`;\nt.is(1, 1);", "1 test cases became 0.", "1 assertions became 0."],
])("counts cases and assertions in %s", (path, before, cases, assertions) => {
  expect(find(path, before, "x").map(({ text }) => text)).toEqual([cases, assertions]);
});

it.each([
  ["a line that only moved", JS.split("\n\n").reverse().join("\n\n")],
  ["a new test", `${JS}\nit("more", () => { expect(1).toBe(1); });\n`],
  ["a renamed test", JS.replace("adds", "adds two numbers")],
  ["another import", JS.replace("import { expect, it }", "import { it, expect }")],
  ["an import fewer", JS.replace(/^import.*\n/, "")],
  ["a comment about it.skip", `// it.skip("x") and process.exit(0)\n/* it.only() */\n/**\n * it.skip()\n */\n${JS}`],
  ["a regular expression's test method", `${JS}\nconst ok = /a/.test("a");\n`],
])("holds %s for harmless", (_, after) => {
  expect(find("a.test.ts", JS, after)).toEqual([]);
});

it("leaves out files that are no tests, data below the tests, and changes that the plan expects", () => {
  expect(find("src/a.ts", JS, "process.exit(0); it.skip()")).toEqual([]);
  expect(find("tests/notes.md", "assert(1)", "it.skip()")).toEqual([]);
  expect(testFindings([{ path: "a.test.ts", before: JS, after: JS.slice(0, 200) }], { ...GLOBS, expected: ["a.test.ts"] })).toEqual([]);
  expect(
    testFindings([{ path: "package.json", before: '{"scripts":{"test":"a"}}', after: "{}" }], {
      ...GLOBS,
      tests: [],
      expected: ["package.json"],
    }),
  ).toEqual([]);
  expect(testFindings([], GLOBS)).toEqual([]);
});

it.each<[string, FileContent, FileContent, readonly string[]]>([
  ["a.test.ts", JS, NOT_TEXT, ["This test file is no text any more."]],
  ["tests/a.png", NOT_TEXT, null, ["This test file was deleted."]],
  ["tests/a.png", NOT_TEXT, NOT_TEXT, []],
  ["tests/a.png", null, NOT_TEXT, []],
  ["a.test.ts", NOT_TEXT, JS, []],
  ["src/a.png", NOT_TEXT, NOT_TEXT, []],
])("tells a file that is no text from one that is not there: %s", (path, before, after, texts) => {
  expect(find(path, before, after).map(({ text }) => text)).toEqual(texts);
});

it("takes a picture that moved for the same", () => {
  const changes = [
    { path: "tests/a.png", before: NOT_TEXT, after: null },
    { path: "tests/b.png", before: null, after: NOT_TEXT },
  ] as const;
  expect(testFindings(changes, GLOBS)).toEqual([]);
});

it("finds nothing when nothing changed, whatever the text, and never fails", () => {
  const text = fc
    .array(fc.constantFrom("it.skip('a')", "expect(1)", "/*", "*/", '"""', "// x", "process.exit(0)", "xit(", "\r", " ", "package"), {
      maxLength: 12,
    })
    .map((lines) => lines.join("\n"));
  const path = fc.constantFrom("a.test.ts", "test_a.py", "tests/a.json", "package.json", "conftest.py", "src/a.ts");
  fc.assert(
    fc.property(path, text, (name, content) => {
      expect(find(name, content, content)).toEqual([]);
    }),
  );
});

it("reads a megabyte of hostile code", () => {
  const hostile = [
    "test.".repeat(200_000),
    "{ ".repeat(500_000),
    "it.a.b.c.d ".repeat(90_000),
    `if (${" ".repeat(1_000_000)}`,
    "/*".repeat(500_000),
    "/* ".repeat(300_000),
    "test(".repeat(200_000),
    `test(${"{".repeat(1_000_000)}`,
    ` "${'\\"'.repeat(400_000)}`,
    `it "a"${", ".repeat(400_000)}`,
    `${"' ".repeat(400_000)}`,
    '"""'.repeat(333_333),
  ];
  expect(hostile.map((text) => kinds("a.test.ts", null, text))).toEqual(hostile.map(() => []));
});
