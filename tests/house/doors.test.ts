/** Doors: each room says what it is, the map stays short and true, and each recipe names files that are there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { doorFaults, doors, lostPaths, pathsIn } from "./doors.ts";
import { ROOT } from "./tools.ts";
import { retiredWords } from "./words.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const MAP = read("src/README.md");
const RECIPES = read(".github/CONTRIBUTING.md");
const DOORS = doors();

it("knows the rooms", () => {
  expect(DOORS.length).toBeGreaterThan(75);
  expect(DOORS.map(({ folder }) => folder)).toEqual(expect.arrayContaining(["src/core/values", "src/loop/control/handle", "bot/polling"]));
});

it("has a door at each room, of at most fifteen lines", () => {
  expect(doorFaults(DOORS)).toEqual([]);
});

it("finds a room without a door, a long one, one of another room, and one that does not say what to read", () => {
  const whole = "# src/core\n\nDecisions. Read first: `a.ts`. May lean on: nothing. Does not belong here: effects.";
  expect(
    doorFaults([
      { folder: "src/core", written: whole },
      { folder: "src/text", written: null },
      { folder: "src/loop", written: whole },
      { folder: "src/core", written: `${whole}${"\nmore".repeat(15)}` },
      { folder: "src/core", written: whole.replace("Read first", "See") },
    ]),
  ).toEqual(["src/text: no README.md", 'src/loop: begins with "# src/core"', "src/core: 18 lines", 'src/core: does not say "Read first:"']);
});

it("uses no retired word at a door or on the map", () => {
  const all = [...DOORS.map(({ folder, written }) => [folder, written ?? ""] as const), ["src/README.md", MAP] as const];
  expect(all.flatMap(([path, text]) => retiredWords(path, text))).toEqual([]);
});

it("keeps the map within 160 lines and its glossary within 40 words", () => {
  expect(MAP.split("\n").length).toBeLessThanOrEqual(160);
  const [, glossary = ""] = /\n## Glossary\n([\s\S]*)$/.exec(MAP) ?? [];
  const words = [...glossary.matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap(([, cell = ""]) => cell.split(", "))
    .filter((word) => !/^word$|^---/.test(word));
  expect(words.length).toBeGreaterThan(20);
  expect(words.length).toBeLessThanOrEqual(40);
});

it("answers at least twenty questions with a file that is there", () => {
  const [, answers = ""] = /\n## Where is what\?\n([\s\S]*?)\n## /.exec(MAP) ?? [];
  const rows = answers.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| question"));
  expect(rows.length).toBeGreaterThanOrEqual(20);
  expect(rows.filter((row) => pathsIn(row).length === 0)).toEqual([]);
  expect(lostPaths(answers)).toEqual([]);
});

it("names in its recipes only files that are there", () => {
  const recipes = RECIPES.split(/^## /m).filter((part) => part.startsWith("A "));
  expect(recipes.length).toBeGreaterThan(7);
  expect(recipes.filter((recipe) => pathsIn(recipe).length === 0 && !recipe.startsWith("A release"))).toEqual([]);
  expect(lostPaths(RECIPES)).toEqual([]);
});

it("finds a path that is not there", () => {
  expect(lostPaths("see `src/core/nowhere.ts`, `tests/house/doors.ts` and `src/loop/steps/<command>.ts`")).toEqual(["src/core/nowhere.ts"]);
});
