/** Files that a text names: those of the base, and those that are to come. */
import { expect, it } from "vitest";
import { baseNameOf, filesThere, filesToCome, isTestOf, mayTouch } from "#core/attacks/demands/named-files.ts";
import { anAttackBase } from "../../../builders/attack-base.ts";

const GROUND = anAttackBase(
  { "src/a.js": "", "src/pkg/__init__.py": "", "tests/a.test.js": "", "src/dep.js": "" },
  {
    scope: { paths: ["src/**", "textkit/**", "lib/**"], out: [] },
    expectedTestChanges: ["tests/old.test.js"],
    protected: ["src/locked.js"],
  },
);

it.each([
  ["src/a.js", true, false],
  ["tests/old.test.js", true, true],
  ["tests/a.test.js", false, true],
  ["src/locked.js", false, false],
  ["other.js", false, false],
])("%s may be touched: %s; is a test: %s", (path, may, isTest) => {
  expect([mayTouch(GROUND, path), isTestOf(GROUND, path)]).toEqual([may, isTest]);
});

it.each<readonly [string, string, readonly string[]]>([
  ["node src/new.js && cat src/a.js other.md", "", ["src/new.js"]],
  ["node --test ./tests/new.test.js", "", ["tests/new.test.js"]],
  ['import { a } from "../src/new";', "tests/a.test.js", ["src/new.js"]],
  ['require("../src/a"); import("../src/more.mjs")', "tests/a.test.js", ["src/more.mjs"]],
  ["from textkit.slug import slug", "", ["textkit/slug.py", "src/textkit/slug.py", "lib/textkit/slug.py"]],
  ["import pkg", "", []],
  [
    "from src.pkg import slug, words",
    "",
    ["src/pkg/slug.py", "src/src/pkg/slug.py", "lib/src/pkg/slug.py", "src/pkg/words.py", "src/src/pkg/words.py", "lib/src/pkg/words.py"],
  ],
  ["python3 -m textkit.cli", "", ["textkit/cli.py", "src/textkit/cli.py", "lib/textkit/cli.py"]],
  ["/work/src/../src/b.py", "", []],
  ["./../src/b.py", "tests/x/run.sh", ["tests/src/b.py"]],
])("%j in %j names %j, which are to come", (text, from, paths) => {
  expect(filesToCome(text, from, GROUND)).toEqual(paths);
});

it("names files of the base, and the last part of a path", () => {
  expect(filesThere("node --test tests/a.test.js src/b.js", "", GROUND)).toEqual(["tests/a.test.js"]);
  expect([baseNameOf("a/b.js"), baseNameOf("b.js")]).toEqual(["b.js", "b.js"]);
});
