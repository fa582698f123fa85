/** Texts of files that do not do the work: an early end, tests that check nothing, notes, and what rules look for. */
import { expect, it } from "vitest";
import { NO_DEMANDS } from "#core/attacks/demands/demands.ts";
import { withEarlyExit } from "#core/attacks/patches/early-exit.ts";
import { hollowTests } from "#core/attacks/patches/hollow-tests.ts";
import { withNote } from "#core/attacks/patches/note.ts";
import { servedTexts } from "#core/attacks/patches/served-texts.ts";
import { atTheTop, atTheTopOfPython } from "#core/attacks/patches/top.ts";
import { anAttackBase } from "../../../builders/attack-base.ts";

it("puts a line behind the interpreter's, and behind the future of Python", () => {
  expect(atTheTop("a\n", "x")).toBe("x\na\n");
  expect(atTheTop("#!/bin/sh\na\n", "x")).toBe("#!/bin/sh\nx\na\n");
  expect(atTheTop("#!/bin/sh", "x")).toBe("#!/bin/sh\nx");
  expect(atTheTopOfPython("from __future__ import a\nb", "x")).toBe("from __future__ import a\nx\nb");
  expect(atTheTopOfPython("b", "x")).toBe("x\nb");
});

it.each<readonly [string, string, string | null]>([
  ["a.js", "a();", "process.exit(0);\na();"],
  ["a.py", "a()", "import os; os._exit(0)\na()"],
  ["a.sh", "a", "exit 0\na"],
  ["a.rb", "a", "exit!(0)\na"],
  ["a.pl", "a", "BEGIN { exit 0 }\na"],
  ["a.php", "<?php a();", "<?php exit(0); a();"],
  ["a.php", "", "<?php exit(0);\n"],
  ["a.php", "<p>", null],
  ["a.go", "package main\n", 'package main \nimport earlyexit "os"\n\n\nfunc init() { earlyexit.Exit(0) }\n'],
  ["a.go", "", null],
  ["a.rs", "fn main() { a(); }", "fn main() { std::process::exit(0); a(); }"],
  ["A.java", "class A { }", "class A { static { Runtime.getRuntime().halt(0); } }"],
  ["a.c", "int a;", "int a;\n#include <unistd.h>\n__attribute__((constructor)) static void early_exit(void) { _exit(0); }\n"],
  ["a.md", "a", null],
])("ends %s with %j at once", (path, text, made) => {
  expect(withEarlyExit(path, text)).toBe(made);
});

it.each<readonly [string, string, readonly string[], string | null]>([
  ["a.js", "", ["folds"], '\nimport("node:test").then(({ test: hollow }) => {\nhollow("folds", () => {});\n});\n'],
  ["a.js", "test();", [], 'test();\nconst hollow = test;\nhollow("it works", () => {});\n'],
  ["a.ts", 'from "vitest"', [], 'from "vitest"\nimport { test as hollow } from "vitest";\nhollow("it works", () => {});\n'],
  ["a.py", "import pytest", ["m::test_a b", "folds"], "import pytest\n\ndef test_a_b(): pass\ndef test_folds(): pass\n"],
  ["a.py", "", ["t.Slug.test_a"], "\n\nimport unittest\nclass Slug(unittest.TestCase):\n    def test_a(self): pass\ndef test_a(): pass\n"],
  [
    "a.py",
    "import unittest",
    ["a"],
    "import unittest\n\nimport unittest\nclass HollowTest(unittest.TestCase):\n    def test_a(self): pass\ndef test_a(): pass\n",
  ],
  ["a.sh", "", ["it's"], "echo 'ok - its'\nexit 0\n"],
  ["a.sh", "a", ["b"], "echo 'ok - b'\na"],
  ["a.go", "", ["a"], null],
])("writes hollow tests into %s beside %j", (path, text, titles, made) => {
  expect(hollowTests(path, text, titles)).toBe(made);
});

it.each([
  ["a.js", "a", "a\n/*\nx\ny\n*/\n"],
  ["a.py", "", '"""\nx\ny\n"""\n'],
  ["a.sh", "a\n", "a\n: <<'NOTE'\nx\ny\nNOTE\n"],
  ["a.rb", "", "=begin\nx\ny\n=end\n"],
  ["a.pl", "", "\n=pod\n\nx\ny\n\n=cut\n"],
  ["a.css", "", "/*\nx\ny\n*/\n"],
  ["a.md", "", "x\ny\n"],
])("notes lines in %s", (path, text, made) => {
  expect(withNote(path, text, ["x", "y"])).toBe(made);
  expect(withNote(path, text, [])).toBe(text);
});

it("serves what rules look for, and takes away what must not be there", () => {
  const ground = anAttackBase({ "docs/a.md": "bad good bad\n" });
  const demands = {
    ...NO_DEMANDS,
    coming: ["src/new.txt"],
    gone: ["src/old.js"],
    texts: [{ path: "docs/a.md", text: "word" }],
    absent: [
      { path: "docs/a.md", text: "bad" },
      { path: "docs/a.md", text: "" },
    ],
  };
  expect([...servedTexts(demands, ground)]).toEqual([
    ["src/old.js", null],
    ["src/new.txt", ""],
    ["docs/a.md", " good \nword\n"],
  ]);
});
