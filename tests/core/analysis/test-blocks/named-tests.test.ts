/** Tests are found by name in a text, from where they begin to where they end. */
import { expect, it } from "vitest";
import { namedTests } from "#core/analysis/test-blocks/named-tests.ts";
import { JS_TESTS, RUST_TESTS } from "./texts.ts";

const found = (path: string, text: string) => namedTests(path, text).map(({ name, from, to }) => [name, text.slice(from, to)]);
const names = (path: string, text: string) => namedTests(path, text).map(({ name }) => name);
const emptied = (path: string, text: string) => namedTests(path, text).map((test) => test.emptied);

it("finds calls with a title, within the suites and tests around them", () => {
  expect(names("a.test.ts", JS_TESTS)).toEqual([
    "parser > splits at commas",
    "parser > reads `it's` (and more)",
    "parser > outer",
    "parser > outer > inner",
    "adds %i and %i",
    "last",
  ]);
  expect(emptied("a.test.ts", JS_TESTS)[0]).toBe('it("splits at commas", () => {})');
  expect(emptied("a.test.ts", JS_TESTS)[4]).toBe('test.each([[1, 2]])("adds %i and %i", () => {})');
});

it("is not led astray by brackets in strings, patterns, templates and comments", () => {
  const text = 'test("a", () => {\n  f(")", `)` /* ) */, /[)/]\\)/); // )\n});\ntest("b", () => {});\n';
  expect(found("a.test.js", text)).toEqual([
    ["a", text.slice(0, text.indexOf(";\ntest"))],
    ["b", 'test("b", () => {})'],
  ]);
});

it("finds no call without a title, without an end, or of another name", () => {
  expect(names("a.js", 'test(name, () => {});\nit("x", () => {\n')).toEqual([]);
  expect(names("a.js", 'latest("x", f);\nmy.test("y", f);\ntest.describe("z", () => { test(`w`, f); });')).toEqual(["z > w"]);
  expect(names("a.js", `/* ${"x".repeat(2 ** 20)} */ test("x", () => {})`)).toEqual([]);
});

it.each([
  [
    "_test.go",
    "Go",
    "package a\nfunc TestA(t *testing.T) {\n\tt.Run(\"b c\", func(t *testing.T) { f('}') })\n}\nfunc help() {}\n",
    ["TestA", "TestA/b_c"],
  ],
  ["b_test.go", "a title of Go that is made", 'func TestA(t *testing.T) {\n\tt.Run("x\n}\nfunc TestB(t *testing.T)\n', []],
  ["lib.rs", "Rust", RUST_TESTS, ["tests > splits", "tests > panics", "tests > gives", "alone"]],
  [
    "ATest.java",
    "Java",
    'class ATest {\n  @Test\n  @MethodSource("x")\n  void adds() { f("}"); }\n  @Test(expected = X.class) public void throwsIt() throws X {\n  }\n  void help() {}\n}\n',
    ["ATest > adds", "ATest > throwsIt"],
  ],
  ["a_test.go", "titles of Go without an end", 'func TestA(t *testing.T) {\n\tt.Run("x)\n\tt.Run("y"\n}\n', []],
  ["a_test.go", "arguments of Go without an end", "func TestA(t *testing.T\n", []],
  ["a.kt", "Kotlin without an end", "class A {\n  @Test fun adds() {\n", []],
  ["a.go", "a function of Go without a body", "func TestA(t *testing.T)\n", []],
  ["a.rb", "another language", 'it "adds" do\nend\n', []],
])("finds in %s the tests of %s", (path, _, text, expected) => {
  expect(names(path, text)).toEqual(expected);
});

it("takes from an emptied test what asks something of its body", () => {
  expect(emptied("lib.rs", RUST_TESTS)).toEqual([
    "    #[test]\n    fn splits() {}",
    "    #[test]\n    fn panics() {}",
    "    #[test]\n    fn gives() {}",
    "#[tokio::test]\nasync fn alone() {}",
  ]);
  expect(emptied("A.java", "@Test(expected = X.class)\nvoid a() {}\n")).toEqual(["@Test\nvoid a() {}"]);
});

const PY = `import unittest

@mark(")")
@other
def test_a(
    x,
) -> None:
    """def test_no(): ("""
    assert x == (
        1
    )


class T(unittest.TestCase):
    def test_m(self):

        self.assertEqual(1, '}')
        def test_in(): pass
    async def test_n(self): return 1
def help(): pass
def test_open(
`;

it("finds functions of Python with their decorators, up to the line that is not indented", () => {
  const tests = found("test_a.py", PY);
  expect(tests.map(([name]) => name)).toEqual(["test_a", "T > test_m", "T > test_m > test_in", "T > test_n"]);
  expect(tests[0]?.[1]).toBe(PY.slice(PY.indexOf("@mark"), PY.indexOf("\n\nclass")));
  expect(tests[3]?.[1]).toBe("    async def test_n(self): return 1\n");
  expect(emptied("test_a.py", PY)[0]).toBe('@mark(")")\n@other\ndef test_a(\n    x,\n) -> None: pass\n');
  expect(names("test_a.py", "@mark\ndef test_a(): pass")).toEqual(["test_a"]);
  expect(names("test_a.py", "def test_a()\n")).toEqual([]);
});
