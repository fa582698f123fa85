import fc from "fast-check";
import { expect, it } from "vitest";
import { type FileChange, type FileContent, NOT_TEXT } from "#core/analysis/source/file-change.ts";
import { type TestFinding, testFindings } from "#core/analysis/test-guard/test-diff.ts";
import { TEST_GLOBS } from "#core/config/config.ts";

const GLOBS = { tests: TEST_GLOBS, expected: [], scope: ["src/**"] };

function find(path: string, before: FileContent, after: FileContent): readonly TestFinding[] {
  return testFindings([{ path, before, after }], GLOBS);
}

function kinds(path: string, before: FileContent, after: FileContent): readonly string[] {
  return find(path, before, after).map(({ kind }) => kind);
}

const JS = `import { expect, it } from "vitest";

it("adds", () => {
  expect(add(1, 2)).toBe(3);
  expect(add(0, 0)).toBe(0);
});

it("subtracts", () => {
  expect(sub(2, 1)).toBe(1);
});
`;
const PY = 'import pytest\n\ndef test_a():\n    """Adds."""\n    assert add(1, 2) == 3\n\ndef test_b():\n    assert sub(2, 1) == 1\n';

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
  expect(kinds(path, null, `${line}\n`)).toEqual(["skipped"]);
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

it("leaves out files that are no tests, data below the tests, and changes that the plan expects", () => {
  expect(find("src/a.ts", JS, "process.exit(0); it.skip()")).toEqual([]);
  expect(find("tests/notes.md", "assert(1)", "it.skip()")).toEqual([]);
  expect(testFindings([{ path: "a.test.ts", before: JS, after: null }], { ...GLOBS, expected: ["a.test.ts"] })).toEqual([]);
  expect(
    testFindings([{ path: "package.json", before: '{"scripts":{"test":"a"}}', after: "{}" }], {
      ...GLOBS,
      tests: [],
      expected: ["package.json"],
    }),
  ).toEqual([]);
  expect(testFindings([], GLOBS)).toEqual([]);
});

// RH-04, RH-05
it.each([
  ["vitest.config.ts", "a", "b", "changed"],
  ["packages/a/jest.config.js", "a", null, "deleted"],
  ["conftest.py", null, "a", "added"],
  ["tests/conftest.py", "a", "b", "changed"],
  ["pytest.py", null, "", "added"],
  ["_pytest/__init__.py", null, "", "added"],
  [".mocharc.json", "a", "b", "changed"],
  ["pytest.ini", "a", "b", "changed"],
  ["tox.ini", "a", "b", "changed"],
  [".npmrc", null, "node-options=--import ./cheat.js", "added"],
  ["sub/.npmrc", "a", "b", "changed"],
  ["Makefile", "test:\n\tnode --test\n", "test:\n\ttrue\n", "changed"],
  ["GNUmakefile", null, "test:\n\ttrue\n", "added"],
  ["vite.config.ts", "a", "b", "changed"],
  ["pyproject.toml", "a", "b", "changed"],
  ["setup.cfg", "a", "b", "changed"],
  ["Cargo.toml", "[lib]\n", "[lib]\ntest = false\n", "changed"],
  ["crates/a/Cargo.toml", "a", "b", "changed"],
  ...[
    ["build.gradle", "app/build.gradle.kts", "settings.gradle", "settings.gradle.kts", "gradle.properties", "pom.xml", ".mvn/maven.config"],
    [
      "CMakeLists.txt",
      "Rakefile",
      ".cargo/config.toml",
      ".cargo/config",
      ".config/nextest.toml",
      "bunfig.toml",
      "noxfile.py",
      "pytest.toml",
    ],
    [
      "deno.json",
      "deno.jsonc",
      "composer.json",
      "phpunit.xml",
      "phpunit.xml.dist",
      "phpunit.dist.xml",
      ".rspec",
      "justfile",
      "Taskfile.yml",
    ],
    ["karma.conf.js", "babel.config.js", ".yarnrc.yml", ".pnpmfile.cjs", "build.sbt", "mix.exs", "x.runsettings", "Directory.Build.props"],
  ]
    .flat()
    .map((path): [string, string | null, string, string] => [path, null, "a", "added"]),
])("finds that %s was altered", (path, before, after, verb) => {
  expect(find(path, before, after)).toContainEqual({
    path,
    line: null,
    kind: "configuration",
    text: `This file configures the test runner; it was ${verb}.`,
  });
  expect(find(path, before, before)).toEqual([]);
});

it.each<[string, FileContent, FileContent, string]>([
  [".npmrc", null, NOT_TEXT, "added"],
  ["Makefile", "test:\n\tnode --test\n", NOT_TEXT, "changed"],
  ["tests/conftest.py", NOT_TEXT, NOT_TEXT, "changed"],
  ["vitest.config.ts", NOT_TEXT, null, "deleted"],
  ["package.json", NOT_TEXT, "{}", "changed"],
  ["sub/package.json", "{}", NOT_TEXT, "changed"],
])("finds configuration that is no text: %s", (path, before, after, verb) => {
  const text = `This file configures the test runner; it was ${verb}, and no text can be compared.`;
  expect(find(path, before, after)).toContainEqual({ path, line: null, kind: "configuration", text });
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

const MANIFEST = { name: "x", scripts: { test: "vitest run", build: "tsc" } };

it.each<[string, unknown, readonly string[]]>([
  ["its test script", { ...MANIFEST, scripts: { test: "true", build: "tsc" } }, ['scripts.test was "vitest run", is "true".']],
  ["its test script taken out", { name: "x" }, ['scripts.test was "vitest run", is not there.']],
  [
    "a script before the tests",
    { ...MANIFEST, scripts: { ...MANIFEST.scripts, pretest: "rm -r tests" } },
    ['scripts.pretest was not there, is "rm -r tests".'],
  ],
  [
    "a part of the tests",
    { ...MANIFEST, scripts: { ...MANIFEST.scripts, "test:unit": "true" } },
    ['scripts.test:unit was not there, is "true".'],
  ],
  ["the runner's settings", { ...MANIFEST, jest: { bail: 1 } }, ['jest was not there, is {"bail":1}.']],
  ["another script", { ...MANIFEST, scripts: { ...MANIFEST.scripts, build: "rolldown", latest: "x", contest: "y" } }, []],
  ["a dependency", { ...MANIFEST, dependencies: { a: "1" } }, []],
])("reads a package.json with %s changed", (_, after, texts) => {
  const found = find("package.json", JSON.stringify(MANIFEST), JSON.stringify(after));
  expect(found).toEqual(texts.map((text) => ({ path: "package.json", line: null, kind: "configuration", text })));
});

const CHAIN = {
  scripts: {
    test: "npm run compile && yarn unit; npm-run-all check:*",
    compile: "tsc",
    precompile: "rm -rf dist",
    unit: "node --run inner -- --bail",
    inner: "node --test",
    "check:a": "true",
    lint: "biome check",
    tsc: "tsc --watch",
  },
};

it.each([
  ["compile", true],
  ["precompile", true],
  ["postcompile", true],
  ["unit", true],
  ["inner", true],
  ["check:a", true],
  ["check:b", true],
  ["lint", false],
  ["tsc", false],
  ["start", false],
])("follows the scripts that `test` reaches: %s, found: %s", (name, reached) => {
  const after = { ...CHAIN, scripts: { ...CHAIN.scripts, [name]: "true || false" } };
  expect(find("package.json", JSON.stringify(CHAIN), JSON.stringify(after)).length > 0).toBe(reached);
});

it("finds a script that the tests reach only since the change", () => {
  const before = { scripts: { test: "npm run unit", unit: "node --test" } };
  const after = { scripts: { test: "npm run unit", unit: "npm run lint", lint: "true" } };
  expect(find("package.json", JSON.stringify(before), JSON.stringify(after)).map(({ text }) => text.split(" ")[0])).toEqual([
    "scripts.unit",
    "scripts.lint",
  ]);
});

it.each([
  { scope: ["Makefile", "package.json"], found: [] },
  { scope: ["src/**", "./Makefile", "package.json"], found: [] },
  { scope: ["**"], found: ["Makefile", "package.json"] },
  { scope: ["M*", "{package.json,a}"], found: ["Makefile", "package.json"] },
  { scope: ["sub/Makefile"], found: ["Makefile", "package.json"] },
])("lets a change of configuration be where the scope names its path exactly: $scope", ({ scope, found }) => {
  const changes = [
    { path: "Makefile", before: "test:\n\tnode --test\n", after: "test:\n\ttrue\n" },
    { path: "package.json", before: JSON.stringify(MANIFEST), after: JSON.stringify({ scripts: { test: "vitest run --bail 1" } }) },
  ];
  expect(testFindings(changes, { ...GLOBS, scope }).map(({ path }) => path)).toEqual(found);
  const skipped = { path: "a.test.ts", before: JS, after: JS.replace("it(", "it.skip(") };
  expect(testFindings([skipped], { ...GLOBS, scope: ["a.test.ts"] })).not.toEqual([]);
});

it.each([
  ["deleted", JSON.stringify(MANIFEST), null, 1],
  ["broken", JSON.stringify(MANIFEST), "{", 1],
  ["turned into a list", JSON.stringify(MANIFEST), "[]", 1],
  ["mended", "{", JSON.stringify(MANIFEST), 0],
  ["new", null, JSON.stringify(MANIFEST), 0],
  ["given its first test script", "{}", JSON.stringify(MANIFEST), 0],
])("counts the findings of a package.json that was %s", (_, before, after, findings) => {
  expect(find("sub/package.json", before, after)).toHaveLength(findings);
});

it("finds the settings lost of a package.json that is nested so deep that nothing could write it down [RH-05]", () => {
  const nested = (depth: number): string => `{"scripts":{"test":"a"},"jest":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  expect(find("package.json", nested(50), nested(50))).toEqual([]);
  expect(find("package.json", nested(50), nested(49)).map(({ text }) => text.slice(0, 8))).toEqual(["jest was"]);
  expect(find("package.json", nested(50), nested(50_000)).map(({ text }) => text)).toEqual([
    'scripts.test was "a", is not there.',
    `jest was ${"[".repeat(50)}${"]".repeat(50)}, is not there.`,
  ]);
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
