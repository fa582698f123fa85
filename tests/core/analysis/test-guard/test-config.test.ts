/** Changes of what configures the runner of tests: its files, and the scripts and settings of a package.json. */
import { expect, it } from "vitest";
import { type FileContent, NOT_TEXT } from "#core/analysis/source/file-change.ts";
import { testFindings } from "#core/analysis/test-guard/test-diff.ts";
import { find, GLOBS, JS, kinds } from "./one-change.ts";

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
    "what runs before the tests, as a new part of them",
    { ...MANIFEST, scripts: { ...MANIFEST.scripts, pretest: "npm run test:unit", "test:unit": "true" } },
    ['scripts.pretest was not there, is "npm run test:unit".', 'scripts.test:unit was not there, is "true".'],
  ],
  ["a part of the tests that nobody runs", { ...MANIFEST, scripts: { ...MANIFEST.scripts, "test:e2e": "true" } }, []],
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

it.each<[string, string | null, string | null, readonly string[]]>([
  [".npmrc", null, "save-exact=true\n", []],
  [".npmrc", "save-exact=true\n", null, []],
  [".npmrc", null, "script-shell=/bin/true\n", ["configuration"]],
  ["Makefile", "test:\n\tnpm test\n", "test:\n\tnpm test\ndocs:\n\ttypedoc\n", []],
  ["composer.json", '{"require":{}}', '{"require":{"a":"1"}}', []],
  ["Makefile", "test:\n\tnpm test\n", "test:\n\ttrue\n", ["configuration"]],
  ["Makefile", null, "docs:\n\ttypedoc\n", ["configuration"]],
])("of %s from %j to %j it finds what steers tests [RH-05]", (path, before, after, found) => {
  expect(kinds(path, before, after)).toEqual(found);
});
