/** Where faults can be planted, in each language that is read. */
import { describe, expect, it } from "vitest";
import { faultSpotsOf } from "#adapters/syntax/fault-spots.ts";

/** Each spot as its number and the line with the gross fault, and with the fine one where it is another. */
async function faultsIn(path: string, ...lines: readonly string[]): Promise<readonly string[]> {
  const text = lines.join("\n");
  const spots = await faultSpotsOf(path, text);
  for (const { line, was } of spots) expect(was).toBe(lines[line - 1]);
  return spots.flatMap(({ line, gross, fine }) => [
    `${line}: ${gross.trim()}`,
    ...(fine === gross ? [] : [`${line} fine: ${fine.trim()}`]),
  ]);
}

const cases: readonly (readonly [path: string, line: string, faults: readonly string[]])[] = [
  ["a.js", "x = a === b;", ["x = a !== b;"]],
  ["a.js", "x = a <= 3;", ["x = a > 3;", "fine x = a < 3;", "x = a <= 0;"]],
  ["a.js", "x = a && b || c;", ["x = a || b || c;", "x = a && b && c;"]],
  ["a.js", "x = a + 0;", ["x = a - 0;", "x = a + 1;"]],
  ["a.js", "if (ready) go();", ["if (!(ready)) go();"]],
  ["a.mjs", "const f = (a) => a.length;", ["const f = (a) => undefined;"]],
  ["a.tsx", 'const v = <A b="c">{d || e}</A>;', ['const v = <A b="c">{d && e}</A>;']],
  ["a.ts", 'const f = <T extends "a" | "b">(x: Array<T>): void => {};', []],
  ["a.ts", "type A = { b: true; c: 1 };", []],
  ["a.py", "x = a == b and not c", ["x = a != b and not c", "x = a == b or not c", "x = a == b and c"]],
  ["a.py", "y = True if a else b", ["y = False if a else b", "y = True if not (a) else b"]],
  ["a.py", 'x = {"k": "v"}', ['x = {"k": ""}']],
  ["a.go", "package a; var x = a < b", ["package a; var x = a >= b", "fine package a; var x = a <= b"]],
  ["a.go", 'package a; var x = s + "b"', ['package a; var x = s + ""']],
  ["a.go", "package a; var x = n + 1", ["package a; var x = n - 1", "package a; var x = n + 0"]],
  ["a.rs", "fn f(a: u8) -> u8 { a * 2 }", ["fn f(a: u8) -> u8 { a + 2 }", "fn f(a: u8) -> u8 { a * 0 }"]],
  ["a.rs", 'fn f() { println!("{} && {}", 1, 2); }', []],
  ["A.java", "class A { int f(String s) { return s + t; } }", []],
  ["A.java", "class A { boolean f() { return !a; } }", ["class A { boolean f() { return a; } }"]],
  ["a.c", "int f(void) { return a % 2; }", ["int f(void) { return a * 2; }", "int f(void) { return a % 0; }"]],
  ["a.h", "#define MOST 3", []],
  ["a.sh", '[ -z "$1" ] || exit 1', ['[ -n "$1" ] || exit 1', '[ -z "$1" ] && exit 1', '[ -z "$1" ] || exit 0']],
  [
    "a.sh",
    "[[ $a == b && $c -lt 2 ]]",
    ["[[ $a != b && $c -lt 2 ]]", "[[ $a == b || $c -lt 2 ]]", "[[ $a == b && $c -ge 2 ]]", "fine [[ $a == b && $c -le 2 ]]"],
  ],
  ["a.sh", "n=$((n - 1))", ["n=$((n + 1))"]],
  ["a.rb", "x = a == b", []],
  ["notes.md", "true && false", []],
  ["data.json", '{ "a": true }', []],
];

it.each(cases)("%s: %s", async (path, line, faults) => {
  const expected = faults.map((fault) => (fault.startsWith("fine ") ? `1 fine: ${fault.slice(5)}` : `1: ${fault}`));
  expect([...(await faultsIn(path, line))].sort()).toEqual([...expected].sort());
});

describe("plants nothing where nothing is done [G9]", () => {
  it.each([
    ["a.js", "/**\n * @throws a < b && 1\n * true\n */\n// a && b\nfunction f() {}"],
    ["a.js", 'import { a } from "b";\nexport { c } from "d";\n"use strict";\nconst e = require("f");'],
    ["a.py", '"""a and b\n\nx < 1\n"""\nimport os\n# a == b\ndef f():\n    """1 + 1"""'],
    ["a.go", 'package a\n\n/* a && b */\nimport "fmt"\n\ntype T struct {\n\tA int `json:"a"`\n}'],
    ["a.rs", "//! a && b\n#![allow(dead_code)]\n#[derive(Debug)]\nstruct A { b: [u8; 4] }\nuse a::b;"],
    ["A.java", 'package a;\nimport b.C;\n/** a && b */\n@D("e")\nclass A {}'],
    ["a.c", '#include "a.h"\n/* a\n * b && c\n */\nint z;'],
    ["a.sh", "#!/bin/sh\n# a && b\ncat <<EOF\na && b\nEOF"],
  ])("%s: %s", async (path, text) => {
    expect(await faultSpotsOf(path, text)).toEqual([]);
  });
});

it("leaves tests alone that stand within the source [G3]", async () => {
  const rust = "fn f() -> bool { a == b }\n#[cfg(test)]\nmod tests {\n  #[test]\n  fn t() { assert!(1 + 1 == 2); }\n}";
  expect((await faultSpotsOf("a.rs", rust)).map(({ line }) => line)).toEqual([1]);
  const one = "#[tokio::test]\nasync fn t() { let x = 1 == 2; }";
  expect(await faultSpotsOf("a.rs", one)).toEqual([]);
  const vitest = 'const a = b < c;\nif (import.meta.vitest) {\n  it("is", () => expect(1 + 1).toBe(2));\n}';
  expect((await faultSpotsOf("a.ts", vitest)).map(({ line }) => line)).toEqual([1]);
  const python = 'x = a < b\nif __name__ == "__main__":\n    print(1 + 1)';
  expect((await faultSpotsOf("a.py", python)).map(({ line }) => line)).toEqual([1]);
});

it("reads what stands over many lines, and plants within one", async () => {
  expect(await faultsIn("a.js", "if (", "  a &&", "  b", ") {", "  return [", "    1,", "  ];", "}")).toEqual(["2: a ||", "6: 0,"]);
});

it("knows a script by its first line", async () => {
  expect(await faultsIn("bin/run", "#!/usr/bin/env bash", "true && exit 3")).toEqual(["2: true || exit 3", "2: true && exit 0"]);
  expect(await faultsIn("bin/run", "#!/usr/bin/env perl", "true && exit 3")).toEqual([]);
});

it("gives nothing for what is no program, and for what is too long or too wide", async () => {
  expect(await faultSpotsOf("a.sh", "if true; then [ a = b ]")).toEqual([]);
  expect(await faultSpotsOf("a.js", `x = a && b;${" ".repeat(512 * 1024)}`)).toEqual([]);
  expect(await faultSpotsOf("a.js", `x = a && b; /* ${"y".repeat(300)} */`)).toEqual([]);
  expect(await faultSpotsOf("a.js", "x = (((((a && ]]")).toEqual([
    {
      line: 1,
      was: "x = (((((a && ]]",
      gross: "x = (((((a || ]]",
      fine: "x = (((((a || ]]",
      first: 1,
      last: 1,
      own: { first: 1, last: 1 },
      around: null,
    },
  ]);
});

const IF = (open: string, close: string): readonly string[] => [`if (a < b) ${open}`, "  c();", `  d(1);`, close];
it.each<[path: string, lines: readonly string[], statements: readonly string[]]>([
  ["a.js", IF("{", "}"), ["1: 1-4", "1: 1-4", "3: 3-3"]],
  ["a.js", ["const f = (a) => {", "  return a +", "    1;", "};"], ["2: 2-3", "3: 2-3"]],
  [
    "a.py",
    ["def f(a):", "    if a < 1:", "        return 2", "    elif a > 3:", "        return 4", "    return 5"],
    ["2: 2-5", "2: 2-5", "2: 2-5", "3: 3-3", "3: 3-3", "4: 2-5", "4: 2-5", "4: 2-5", "5: 5-5", "5: 5-5", "6: 6-6", "6: 6-6"],
  ],
  [
    "a.go",
    ["package a", "func f(a int) int {", "\tif a < b {", "\t\treturn a", "\t}", "\treturn b - 1", "}"],
    ["3: 3-5", "3: 3-5", "6: 6-6", "6: 6-6"],
  ],
  [
    "a.rs",
    ["fn f(a: u8) -> u8 {", "    if a < b {", "        return a;", "    }", "    b - 1", "}"],
    ["2: 2-4", "2: 2-4", "5: 5-5", "5: 5-5"],
  ],
  ["A.java", ["class A {", "  int f() {", "    while (a < b) {", "      a--;", "    }", "    return a;", "  }", "}"], ["3: 3-5"]],
  ["a.c", ["int f(void) {", "  for (i = 0; i < n; i++) {", "    g();", "  }", "  return i;", "}"], ["2: 2-4", "2: 2-4"]],
  ["a.sh", ["f() {", '  if [ "$1" = a ]; then', "    exit 1", "  fi", "  exit 2", "}"], ["2: 2-4", "2: 2-4", "3: 3-3", "5: 5-5"]],
])("says which statement a fault of %s is in: %j", async (path, lines, statements) => {
  const spots = await faultSpotsOf(path, lines.join("\n"));
  expect(spots.map(({ line, first, last }) => `${line}: ${first}-${last}`)).toEqual(statements);
});

it.each<[path: string, lines: readonly string[], own: readonly string[]]>([
  ["a.go", ["package a", "func f() {", '\tfor _, b := range c(d, ",") {', "\t\te(b)", "\t}", "}"], ["3: 3-3"]],
  ["a.py", ["def f(a):", "    for b in c(a, 1):", "        d(b)"], ["2: 2-2"]],
  ["a.js", ["for (const b of c(1)) {", "  d(b);", "}", "for (const e in f(2)) {", "  d(e);", "}"], ["1: 1-1", "4: 4-4"]],
  ["a.js", ["for (let b = 1; b < c; b++) {", "  d(b);", "}"], ["1: 1-3", "1: 1-3"]],
  ["a.rs", ["fn f() {", "    for b in 1..c {", "        d(b);", "    }", "}"], ["2: 2-2"]],
  ["A.java", ["class A {", "  void f() {", "    for (int b : c(1)) {", "      d(b);", "    }", "  }", "}"], ["3: 3-3"]],
  ["a.go", ["package a", "func f() {", "\tfor a < 1 {", "\t\te()", "\t}", "}"], ["3: 3-5", "3: 3-5"]],
])("says of what a loop of %s goes through that only its own lines count: %j", async (path, lines, own) => {
  const spots = await faultSpotsOf(path, lines.join("\n"));
  expect(spots.map((spot) => `${spot.line}: ${spot.own.first}-${spot.own.last}`)).toEqual(own);
});

it.each<[path: string, lines: readonly string[], functions: readonly string[]]>([
  [
    "a.js",
    [
      "const n = 1;",
      "const f = (a) => {",
      "  if (a) return 1;",
      "  return a.map((b) => b + 1);",
      "};",
      "class A {",
      "  m() {",
      "    return 2;",
      "  }",
      "}",
    ],
    ["1: none", "3: 2-5", "4: 2-5", "4: 4-4", "8: 7-9"],
  ],
  [
    "a.ts",
    ["export function f(a: number): number {", "  return a + 1;", "}", "const g = function () {", "  return 1;", "};"],
    ["2: 1-3", "5: 4-6"],
  ],
  ["a.py", ["def f(a):", "    return a + 1", "g = lambda b: b + 1"], ["2: 1-2", "3: 3-3"]],
  [
    "a.go",
    ["package a", "func f(a int) int {", "\treturn a + 1", "}", "func (a A) m() int {", "\treturn 1 + a.b", "}"],
    ["3: 2-4", "6: 5-7"],
  ],
  ["a.rs", ["fn f(a: u8) -> u8 {", "    a + 1", "}"], ["2: 1-3"]],
  ["A.java", ["class A {", "  A() {", "    b = 1;", "  }", "  int f() {", "    return 1;", "  }", "}"], ["3: 2-4", "6: 5-7"]],
  ["a.c", ["int f(void) {", "  return a + 1;", "}"], ["2: 1-3"]],
  ["a.sh", ["f() {", "  return 1", "}", "exit 2"], ["2: 1-3", "4: none"]],
])("says which function a fault of %s is in: %j", async (path, lines, functions) => {
  const spots = await faultSpotsOf(path, lines.join("\n"));
  const named = spots.map(({ line, around }) => `${line}: ${around === null ? "none" : `${around.first}-${around.last}`}`);
  expect([...new Set(named)]).toEqual(functions);
});
