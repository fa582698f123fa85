/** What a program's text demands of the sources that it names. */
import { expect, it } from "vitest";
import { codeDemands, fileDemands } from "#core/attacks/demands/code-demands.ts";
import { anAttackBase } from "../../../builders/attack-base.ts";

const GROUND = anAttackBase({ "src/slug.js": "", "docs/guide.md": "", "textkit/slug.py": "", "tests/a.test.js": "" });
const namesIn = (text: string): readonly string[] => codeDemands(text, [], GROUND, null).names.map(({ name }) => name);

it.each<readonly [string, readonly string[]]>([
  ['import { slug, words as w } from "./src/slug.js"', ["slug", "words"]],
  ['const { slug: s } = require("./src/slug.js")', ["slug"]],
  ['import("./src/slug.js").then(({ slug }) => 1)', ["slug"]],
  ['import { default as x, (odd, "quoted" as q } from "../src/slug.js"', []],
  ['import { it } from "vitest"', []],
  ["typeof m.slug === 'function'", ["slug"]],
  ["callable(slug)", ["slug"]],
  ['hasattr(m, "slug")', ["slug"]],
  ["from textkit.slug import slug, words", ["slug", "words"]],
])("%j mentions %j", (text, names) => {
  expect(namesIn(text)).toEqual(names);
});

it("mentions nothing of a module that is none of the repository", () => {
  const text = "from os import path";
  expect(codeDemands(text, [], anAttackBase({}, { scope: { paths: ["docs/**"], out: [] } }), null).names).toEqual([]);
});

it("looks for texts in the files that it reads, and only in those that may change", () => {
  const text = 'readFileSync("docs/guide.md", "utf8").includes("fold"); "b c" in open("tests/a.test.js").read()';
  expect(codeDemands(text, [], GROUND, null).texts).toEqual([
    { path: "docs/guide.md", text: "fold" },
    { path: "docs/guide.md", text: "b c" },
  ]);
  expect(codeDemands('"a b".includes("a")', [], GROUND, null).texts).toEqual([]);
});

it("tells sources from tests, and what is to come from what is there", () => {
  expect(fileDemands("node src/slug.js src/new.js tests/new.test.js tests/a.test.js", "", GROUND)).toMatchObject({
    coming: ["src/new.js"],
    sources: ["src/slug.js", "src/new.js"],
    tests: ["tests/a.test.js", "tests/new.test.js"],
  });
});
