/** Skips, focuses and exits that a change puts into tests are found, and honest code that looks like them is not. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { FileChange } from "#core/analysis/source/file-change.ts";
import { testFindings } from "#core/analysis/test-guard/test-diff.ts";
import { find, GLOBS, JS, kinds } from "./one-change.ts";

it("finds a skip that hides behind a comment", () => {
  expect(kinds("a.test.ts", JS, JS.replace('it("adds"', '/**/ it.skip("adds"'))).toEqual(["skipped", "fewer_tests"]);
});

// Planted faults: a skip in every language (RH-02).
it.each([
  ["a.test.ts", JS, 'it.skip("adds"'],
  ["a.test.ts", JS, 'it.concurrent.skip("adds"'],
  ["a.test.ts", JS, 'it.skipIf(true)("adds"'],
  ["a.test.ts", JS, 'it.fails("adds"'],
  ["a.test.ts", JS, 'it("adds", { skip: true }'],
  ["a.test.ts", JS, 'it("adds", { timeout: 5, todo: "later" }'],
  ["a.test.ts", JS, 'it("adds"); if (false) it("adds"'],
])("finds the skip in %s: %3$s", (path, before, line) => {
  expect(find(path, before, before.replace('it("adds"', line))).toEqual([
    { path, line: 3, kind: "skipped", text: expect.stringContaining(line) },
  ]);
});

// Options of a test are found wherever they stand in the call.
it.each([
  ["skipped", 'it("a", {\n  timeout: 5,\n  skip: true,\n}, () => {});', 3],
  ["skipped", 'test("a", { concurrency: { a: 1 }, todo: "later" }, () => {});', 1],
  ["skipped", 'await t.test("a", { skip: "no network" }, () => {});', 1],
  ["skipped", 'describe.concurrent("a", () => { one({ take: 1 }); }, { skip: 1 });', 1],
  ["skipped", 'test({ name: "a", skip: true }, () => {});', 1],
  ["skipped", 'test("a", slow ? { skip: true } : {}, () => {});', 1],
  ["skipped", 'const brackets = /[)]/; test("a)", { skip: process.platform === "win32" }, () => {});', 1],
  ["focused", 'suite("a", {\n  only: true }, () => {});', 2],
])("finds a test %s by its options: %s", (kind, code, line) => {
  expect(find("a.test.js", "", code).filter((found) => found.kind === kind)).toEqual([expect.objectContaining({ line })]);
});

it.each([
  ["spec/a_spec.rb", 'it "works", skip: true do', "skipped"],
  ["spec/a_spec.rb", 'describe "a", :slow, focus: true do', "focused"],
])("finds the options of a call without parentheses in %s: %s", (path, line, kind) => {
  expect(kinds(path, "a\n", `a\n${line}\n`)).toEqual([kind]);
});

it.each([
  "assert.deepEqual(list({ take: 5, skip: 10 }), []);",
  'test("pages", () => { assert.deepEqual(list({ take: 5, skip: 10 }), []); });',
  'test("stores", () => assert.deepEqual(store.all(), [{ todo: "milk" }]));',
  'test("stores", async () => { await add({ id: 1, todo: "milk" }); });',
  'test("stores", { timeout: 5 }, function (t) { add({ only: true, todo: "milk" }); });',
  'test.each([{ take: 5, skip: 10 }])("takes $take", ({ take, skip }) => { list({ take, skip }); });',
  'it("runs", { skip: false, todo: false }, () => {});',
  "const query = { take: 5, skip: 10 };",
  'await write("a.js", "process.exit(0)");',
  "await write('a.js', 'process.exit(0);\\n');",
  "await write('a.js', `process.exit(0)`);",
  'const code = run("node", ["-e", "it\'s; process.exit(0)"]);',
  "const two = 2; // not process.exit(0)",
  "const two = 2; /* process.exit(0) */",
])("takes honest code for honest: %s", (line) => {
  expect(find("a.test.js", "a\n", `a\n${line}\n`)).toEqual([]);
});

it.each([
  ["a.test.js", `const a = \`$${"{"}process.exit(0)}\`;`],
  ["a.test.js", 'const a = "x"; process.exit(0); const b = "y";'],
  ["a.test.js", "/'/.test(a); process.exit(0); /'/.test(a);"],
  ["a.test.js", "const don = 'can\\'t'; process.exit(0); // it's"],
  ["a.test.js", "process.exit(0); // done"],
  ["test_a.py", "sys.exit(0)  # 'done'"],
])("finds the exit between strings and comments in %s: %s", (path, line) => {
  expect(kinds(path, "a\n", `a\n${line}\n`)).toEqual(["exits"]);
});

it("takes a comment behind Python's code for a comment", () => {
  expect(kinds("test_a.py", "a\n", "a\nb = 1  # not sys.exit(0)\n")).toEqual([]);
});

it.each([
  ["a.test.js", "xit('a', () => {});"],
  ["a.test.js", "xdescribe('a', () => {});"],
  ["a.test.js", "  this.skip();"],
  ["a.test.js", "  t.todo('x');"],
  ["a.test.js", "test.todo('x');"],
  ["a.test.js", "describe.skip('x', () => {"],
  ["test_a.py", "@pytest.mark.skip"],
  ["test_a.py", '@pytest.mark.skipif(sys.platform == "win32")'],
  ["test_a.py", "@pytest.mark.xfail"],
  ["test_a.py", "pytestmark = pytest.mark.skip"],
  ["test_a.py", '    pytest.skip("no")'],
  ["test_a.py", '@unittest.skip("no")'],
  ["test_a.py", "    self.skipTest('no')"],
  ["test_a.py", "    raise SkipTest"],
  ["test_a.py", "    if False:"],
  ["a_test.go", '\tt.Skip("later")'],
  ["a_test.go", "\tt.SkipNow()"],
  ["tests/a.rs", "#[ignore]"],
  ["tests/a.rs", '#[ignore = "slow"]'],
  ["test/ATest.java", "    @Disabled"],
  ["test/ATest.java", '    @Disabled("later")'],
  ["test/ATest.cs", '[Ignore("later")]'],
  ["tests/ATest.php", "$this->markTestSkipped('x');"],
  ["spec/a_spec.rb", "    skip"],
  ["spec/a_spec.rb", '    pending "later"'],
])("finds the skip that was added to %s: %s", (path, line) => {
  expect(find(path, "a\n", `a\n${line}\nb\n`)).toEqual([{ path, line: 2, kind: "skipped", text: line.trim() }]);
  expect(kinds(path, null, `${line}\n`), "in a new file").toEqual([]);
  expect(kinds(path, `${line}\n`, `b\n${line}\n`)).toEqual([]);
});

it.each<[string, string, (readonly string[])?]>([
  ["a.test.js", "it.only('a', () => {"],
  ["a.test.js", "describe.each([1]).only('a', () => {", []],
  ["a.test.js", "describe.concurrent.only('a', () => {"],
  ["a.test.js", "fit('a', () => {"],
  ["a.test.js", "  fdescribe('a', () => {"],
  ["a.test.js", "it('a', { only: true }, () => {"],
  ["spec/a_spec.rb", '  fit "works" do'],
  ["test_a.py", "model.fit('x')", []],
])("looks for a focus in %s: %s", (path, line, expected = ["focused"]) => {
  expect(kinds(path, "a\n", `a\n${line}\n`)).toEqual(expected);
});

// RH-03
it.each<[string, string, (readonly string[])?]>([
  ["a.test.js", "process.exit(0);"],
  ["a.test.js", "afterAll(() => process.exit());"],
  ["a.test.js", "process.exitCode = 0;"],
  ["test_a.py", "os._exit(0)"],
  ["test_a.py", "    sys.exit()"],
  ["a_test.go", "\tos.Exit(0)"],
  ["tests/a.rs", "std::process::exit(0);"],
  ["test/A.java", "System.exit(0);"],
  ["tests/a.php", "exit(0);"],
  ["spec/a_spec.rb", "exit!"],
  ["a.test.js", "process.exit(1);", []],
  ["a_test.go", "\tos.Exit(m.Run())", []],
  ["test_a.py", "assert main() == exit_code(0)", []],
])("looks for an exit that says success in %s: %s", (path, line, expected = ["exits"]) => {
  expect(kinds(path, "a\n", `a\n${line}\n`)).toEqual(expected);
});

it("names the last of several equal lines when one more of them was added", () => {
  const skip = "  this.skip();";
  expect(find("a.test.js", `a\n${skip}\nb\n`, `a\n${skip}\nb\n${skip}\n`)).toEqual([
    { path: "a.test.js", line: 4, kind: "skipped", text: "this.skip();" },
  ]);
});

it("names as many lines as there are more skips, and cuts a long one", () => {
  const found = find("a.test.js", "", `xit('a');\nxit('b'); // ${"x".repeat(300)}\n`);
  expect(found.map(({ line, text }) => [line, text.length])).toEqual([
    [1, 9],
    [2, 160],
  ]);
});

it("always finds a skip, a focus or an exit that was put anywhere on a line of its own", () => {
  const filler = fc.constantFrom(
    "a();",
    "/* x */",
    "/*",
    "*/",
    "'/**/*.ts'",
    "it('a', () => {",
    "expect(1).toBe(1);",
    "});",
    "",
    "`",
    '"""',
  );
  const planted = fc.constantFrom("it.skip('p', f);", "it.only('p', f);", "process.exit(0);");
  fc.assert(
    fc.property(fc.array(filler, { maxLength: 10 }), fc.nat(), planted, (lines, at, line) => {
      const place = at % (lines.length + 1);
      const change: FileChange = {
        path: "a.test.ts",
        before: lines.join("\n"),
        after: [...lines.slice(0, place), line, ...lines.slice(place)].join("\n"),
      };
      expect(testFindings([change], GLOBS)).toContainEqual(expect.objectContaining({ line: place + 1, text: line }));
    }),
    { numRuns: 1000 },
  );
});

it("lets a new program that is no test end as it likes, and no test", () => {
  expect(kinds("tests/fixtures/ends.js", null, 'console.log("a");\nprocess.exit(0);\n')).toEqual([]);
  expect(kinds("tests/ends.test.js", null, 'test("a", () => {});\nprocess.exit(0);\n')).toEqual(["exits"]);
});
