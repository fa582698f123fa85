import { expect, it } from "vitest";
import { NOT_TEXT } from "#core/analysis/source/file-change.ts";
import { suppressionsIn } from "#core/analysis/test-guard/suppressions.ts";

const of = (path: string, before: string | null, after: string | null) => suppressionsIn([{ path, before, after }]);

it.each([
  ["src/a.ts", "// @ts-ignore"],
  ["src/a.ts", "// @ts-expect-error later"],
  ["src/a.js", "/* eslint-disable no-eval */"],
  ["src/a.ts", "// biome-ignore lint: no"],
  ["a.py", "import os  # noqa: F401"],
  ["a.py", "x = f()  # type: ignore[arg-type]"],
  ["a.py", "# pylint: disable=all"],
  ["a.py", "def f():  # pragma: no cover"],
  ["a.go", "x := f() //nolint"],
  ["a.rb", "# rubocop:disable Metrics"],
  ["A.java", '@SuppressWarnings("all")'],
  ["a.rs", "#![allow(dead_code)]"],
  ["a.ts", "/* v8 ignore next */"],
  ["run.sh", "# shellcheck disable=SC2086"],
  ["a.c", "int x; // NOLINT"],
  [".eslintrc.json", '"no-eval": "off",'],
  ["biome.json", '"recommended": false,'],
  ["tsconfig.json", '"strict": false'],
  [".pylintrc", "disable=all"],
  [".rubocop.yml", "  Enabled: false"],
])("counts in %s the line %s", (path, line) => {
  expect(of(path, "a\n", `a\n${line}\n`)).toEqual({ added: [{ path, line: 2, text: line.trim() }], removed: 0 });
  expect(of(path, `${line}\na\n`, `a\n  ${line}\n`)).toEqual({ added: [], removed: 0 });
  expect(of(path, `${line}\na\n`, "a\n")).toEqual({ added: [], removed: 1 });
  expect(of(path, null, `${line}\n${line}`).added).toHaveLength(2);
});

it.each([
  ["docs/lint.md", "Write `// eslint-disable` above it."],
  ["src/a.ts", '"no-eval": "off",'],
  ["src/a.ts", "const ignore = 3;"],
])("counts nothing in %s for %s", (path, line) => {
  expect(of(path, "a\n", `a\n${line}\n`)).toEqual({ added: [], removed: 0 });
});

it.each([
  ["jest.config.js", '"branches": 90,', '"branches": 50,', '"branches": 50,, was 90'],
  ["pyproject.toml", "fail_under = 95", "fail_under = 40", "fail_under = 40, was 95"],
  ["setup.cfg", "addopts = --cov-fail-under=90.5", "addopts = --cov-fail-under=9", "addopts = --cov-fail-under=9, was 90.5"],
  [".nycrc", '"lines": 80', '"functions": 80', '"lines": 80 is gone'],
])("finds a threshold of %s that was lowered: %s", (path, before, after, text) => {
  expect(of(path, before, after).added.map((one) => one.text)).toEqual([text]);
  expect(
    of(path, after, before)
      .added.map((one) => one.text)
      .filter((one) => one.includes("was")),
  ).toEqual([]);
  expect(of(path, before, before).added).toEqual([]);
  expect(of(path, before, null).added).toEqual([]);
  expect(of(`${path}.ts`, before, after).added.filter((one) => !path.includes("config") && one.text.includes("was"))).toEqual([]);
});

it("holds a threshold for gone where a link took the place of its file", () => {
  const found = suppressionsIn([{ path: ".nycrc", before: '"lines": 80', after: NOT_TEXT }]);
  expect(found.added.map((one) => one.text)).toEqual(['"lines": 80 is gone']);
});

it("holds the second of a name against the second", () => {
  expect(of("a.json", '"lines": 80\n"lines": 60', '"lines": 80\n"lines": 50').added).toEqual([
    { path: "a.json", line: 2, text: '"lines": 50, was 60' },
  ]);
});

it("cuts what it quotes", () => {
  expect(of("a.ts", "", `// @ts-ignore ${"x".repeat(500)}`).added[0]?.text).toHaveLength(160);
});
