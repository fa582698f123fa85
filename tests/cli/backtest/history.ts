/** Two little repositories with closed bugs in their history: JavaScript under node:test, Python under unittest. */
import { execFileSync } from "node:child_process";
import { aRepository, type Repository } from "../../adapters/git/repository.ts";

const list = (lines: readonly string[]): string => `${lines.join("\n")}\n`;

const CLAMP = "export const clamp = (n, low, high) => Math.min(high, Math.max(low, n));";
const FIRST = [
  'import { clamp } from "./clamp.js";',
  "",
  "export function mean(values) {",
  "  let sum = 0;",
  "  for (const value of values) sum += value;",
  "  return sum / values.length;",
  "}",
  "",
  "export function share(part, whole) {",
  "  return clamp(part / whole, 0, 1);",
  "}",
];
/** Of two places neither alone mends it. */
const MEAN = FIRST.with(3, "  let [sum, count] = [0, values.length || 1];").with(5, "  return sum / count;");
const SHARE = MEAN.with(9, "  return whole === 0 ? 0 : clamp(part / whole, 0, 1);");

const HEAD = [
  'import assert from "node:assert/strict";',
  'import { test } from "node:test";',
  'import { mean, share } from "../src/stats.js";',
  "",
];
const isEqual = (title: string, call: string, value: string): string => `test("${title}", () => assert.equal(${call}, ${value}));`;
const TESTS = [...HEAD, isEqual("mean of three", "mean([1, 2, 3])", "2"), isEqual("share is clamped", "share(4, 2)", "1")];
const TESTS_MEAN = [...TESTS, isEqual("mean of none is zero", "mean([])", "0")];
const TESTS_SHARE = [...TESTS_MEAN, isEqual("share of nothing is zero", "share(0, 0)", "0")];
const TESTS_CLAMP = [...TESTS_SHARE, isEqual("a share below zero is zero", "share(-1, 2)", "0")];

/** What each commit is, the oldest first. */
export const COMMITS = {
  mean: "fix: the mean of no values <script>alert(1)</script>",
  share: "fix: a share of nothing",
  same: "refactor: other words, and one more test",
  clamp: "fix: a negative share, and a file is moved",
} as const;

/** Three closed bugs, one change of source and tests that closes none, and some of neither. */
export function aHistory(): Repository {
  const repository = aRepository({
    "package.json": JSON.stringify({ name: "stats", type: "module", scripts: { test: "node --test" } }),
    "src/stats.js": list(FIRST),
    "src/clamp.js": list([CLAMP.replace("Math.max(low, n)", "n")]),
    "test/stats.test.js": list(TESTS),
  });
  const { commit, git } = repository;
  // People mend workflows beside; no run may.
  const workflow = { ".github/workflows/ci.yml": "on: push\n" };
  commit({ "src/stats.js": list(MEAN), "test/stats.test.js": list(TESTS_MEAN), ...workflow }, COMMITS.mean);
  commit({ "README.md": "stats\n" }, "docs: a page");
  git("checkout", "-q", "-b", "side");
  commit({ "src/stats.js": list(SHARE), "test/stats.test.js": list(TESTS_SHARE) }, "half of a pull request");
  git("checkout", "-q", "main");
  git("merge", "-q", "--no-ff", "-m", COMMITS.share, "side");
  const same = [...TESTS_SHARE, isEqual("mean of one", "mean([4])", "4")];
  commit({ "src/stats.js": list([...SHARE, "// nothing else"]), "test/stats.test.js": list(same) }, COMMITS.same);
  commit({ "src/clamp.js": list([CLAMP]), "test/stats.test.js": null, "test/all.test.js": list(TESTS_CLAMP) }, COMMITS.clamp);
  return repository;
}

/** One closed bug whose fix left a line behind that no gate accepts. */
export function aCarelessHistory(): Repository {
  const repository = aRepository({
    "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
    "src/stats.js": list(FIRST),
    "src/clamp.js": list([CLAMP]),
    "test/stats.test.js": list(TESTS),
  });
  const careless = MEAN.toSpliced(3, 0, "  debugger;");
  repository.commit({ "src/stats.js": list(careless), "test/stats.test.js": list(TESTS_MEAN) }, "fix: with a look inside");
  return repository;
}

/** One closed bug whose fix brings a test that passes without it, and ends early with it: no fault is found then. */
export function aGuardedHistory(): Repository {
  const tests = (lines: readonly string[]): string => list([...HEAD.toSpliced(2, 1, 'import { last } from "../src/last.js";'), ...lines]);
  const one = isEqual("the last one", "last(1, 'ab')", '"b"');
  const none = [isEqual("none", "last(0, 'ab')", '""'), isEqual("more than there are", "last(3, 'ab')", '"ab"')];
  const last = (first: string, from: string): string =>
    list(["export function last(count, text) {", `  ${first}`, `  const from = ${from};`, "  return text.slice(from);", "}"]);
  const repository = aRepository({
    "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
    "src/last.js": last("// Of a text.", "text.length - count"),
    "test/last.test.js": tests([one]),
  });
  const fixed = last('if (count === 0) return "";', "Math.max(0, text.length - count)");
  repository.commit({ "src/last.js": fixed, "test/last.test.js": tests([one, ...none]) }, "fix: more than there are");
  return repository;
}

/** One closed bug whose fix lets something else decide about what a test asks for: it finds a fault there no longer. */
export function aMutedHistory(): Repository {
  const label = (first: string): string =>
    list(['import { short } from "./short.js";', "", "export function label(text) {", first, "  return short(text);", "}"]);
  const tests = (more: readonly string[]): string =>
    list([
      ...HEAD.toSpliced(2, 1, 'import { label } from "../src/label.js";'),
      isEqual("two letters", 'label("ab")', '"ab"'),
      isEqual("a long one is cut", 'label("abcdef")', '"abc"'),
      ...more,
    ]);
  const repository = aRepository({
    "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
    "src/short.js": list(["export function short(text) {", "  const bare = text.trim();", "  return bare.slice(0, 3);", "}"]),
    "src/label.js": label("  // Of any length."),
    "test/label.test.js": tests([]),
  });
  const blank = isEqual("a blank is kept", 'label(" a")', '" a"');
  repository.commit({ "src/label.js": label("  if (text.length < 4) return text;"), "test/label.test.js": tests([blank]) }, "fix: blanks");
  return repository;
}

/** One closed bug in Python whose fix brings an example in a comment beside its test; the next brings one alone. */
export function aDoctestHistory(): Repository {
  const double = (body: string): string => `def double(value):\n    return ${body}\n`;
  const example = (name: string): string => `\n\ndef ${name}(value):\n    """\n    >>> ${name}(1)\n    3\n    """\n    return value * 3\n`;
  const tests = (more: string): string =>
    `import doctest\nimport unittest\nimport doubling\n\n\ndef load_tests(loader, tests, ignored):\n    tests.addTests(doctest.DocTestSuite(doubling))\n    return tests\n\n\nclass Doubling(unittest.TestCase):\n    def test_two(self):\n        self.assertEqual(doubling.double(2), 4)\n${more}`;
  const three = "\n    def test_three(self):\n        self.assertEqual(doubling.double(3), 6)\n";
  const first = double("value + 2") + example("first");
  const fixed = first.replace("+ 2", "* 2") + example("triple");
  const repository = aRepository({ "doubling.py": first, "test_doubling.py": tests("") });
  repository.commit({ "doubling.py": fixed, "test_doubling.py": tests(three) }, "fix: three is doubled, too");
  const more = { "doubling.py": fixed + example("thrice"), "test_doubling.py": `${tests(three)}# nothing else\n` };
  repository.commit(more, "feat: an example alone");
  return repository;
}

/** One closed bug in Python. */
export function aPythonHistory(): Repository {
  const mod = (body: string): string => `def double(value):\n    return ${body}\n`;
  const tests = (more: string): string =>
    `import unittest\nfrom doubling import double\n\nclass Doubling(unittest.TestCase):\n    def test_two(self):\n        self.assertEqual(double(2), 4)\n${more}\nif __name__ == "__main__":\n    unittest.main()\n`;
  const repository = aRepository({ "doubling.py": mod("value + 2"), "test_doubling.py": tests("") });
  const three = "\n    def test_three(self):\n        self.assertEqual(double(3), 6)\n";
  repository.commit({ "doubling.py": mod("value * 2"), "test_doubling.py": tests(three) }, "fix: three is doubled, too");
  return repository;
}

/** One closed bug whose tests need it to be loaded at all: they name no test without it, as a compiled language's. */
export function aBuiltHistory(): Repository {
  const tap = (names: string, tests: readonly string[]): string =>
    list([
      `import { ${names} } from "../src/words.mjs";`,
      'console.log("TAP version 13");',
      "let [failed, number] = [0, 0];",
      'const test = (name, ok) => { failed += ok ? 0 : 1; number += 1; console.log((ok ? "ok " : "not ok ") + number + " - " + name); };',
      ...tests,
      'console.log("1.." + number);',
      "process.exitCode = failed > 0 ? 1 : 0;",
    ]);
  const first = 'export const first = (text) => text.split(" ")[0];';
  const isFirst = 'test("the first word", first("a b") === "a");';
  const repository = aRepository({
    "package.json": JSON.stringify({ type: "module", scripts: { test: "node test/run.mjs" } }),
    "src/words.mjs": list([first]),
    "test/run.mjs": tap("first", [isFirst]),
  });
  const last = 'export const last = (text) => text.split(" ").at(-1);';
  const fixed = tap("first, last", [isFirst, 'test("the last word", last("a b") === "b");']);
  repository.commit({ "src/words.mjs": list([first, last]), "test/run.mjs": fixed }, "fix: there is no last word");
  const lower = last.replace("text.split", "text.toLowerCase().split");
  const cut = first.replace("text.split", "text.slice(1).split");
  repository.commit(
    {
      "src/words.mjs": list([cut, lower]),
      "test/run.mjs": tap("first, last", [isFirst, 'test("a low last word", last("a B") === "b");']),
    },
    "fix: low words, and what breaks another test",
  );
  return repository;
}

/** All bytes below a folder with their paths, but for one file: what must be the same before and after. */
export function bytesBelow(folder: string, but: string): string {
  const script = `find . -type f ! -path './${but}' -print0 | sort -z | xargs -0 sha256sum; find . -type d | sort`;
  return execFileSync("sh", ["-c", script], { cwd: folder, encoding: "utf8" });
}
