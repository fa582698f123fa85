/** The house as it stands: its floors hold, its files are small, and the checker really read them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { cruise, type Layers } from "./layers.ts";
import { fullFolders, longFiles, product, sourcesIn, wideLines } from "./product.ts";
import { ROOT, sourceFiles } from "./tools.ts";

const PRODUCT = ["src", "action", "bot"].filter((folder) => existsSync(join(ROOT, folder)));
const SOURCES = PRODUCT.flatMap(sourceFiles);
const LONGEST = 150;
/** A file of tests may be longer: what it expects is data. */
const LONGEST_OF_TESTS = 300;
const MEDIAN = 60;
/** 95 of 100 files have at most so many. */
const MOST = 120;
const COLUMNS = 120;
const IN_A_FOLDER = 15;
/** Folders that hold one file for each member of a closed union. */
const LISTS = ["src/loop/steps", "src/text/prompts", "src/cli/commands", "src/agent/roles", "src/agent/tools", "src/ports"];

let layers: Layers;

beforeAll(async () => {
  layers = await cruise(ROOT, [...PRODUCT, "tests"]);
});

function linesOf(path: string): number {
  return readFileSync(join(ROOT, path), "utf8").split("\n").length - 1;
}

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

it("reads the whole house: a checker that is blind finds no fault", () => {
  expect(layers.sources.length).toBeGreaterThan(60);
  const read = new Set(layers.sources);
  expect(SOURCES.filter((path) => !read.has(path) && !path.endsWith(".d.ts"))).toEqual([]);
});

it("keeps its floors, its doors and no circle", () => {
  expect(layers.violations).toEqual([]);
});

it(`keeps every source file within ${LONGEST} lines`, () => {
  expect(SOURCES.filter((path) => linesOf(path) > LONGEST)).toEqual([]);
});

it(`keeps every file of tests within ${LONGEST_OF_TESTS} lines`, () => {
  const tests = sourcesIn("tests");
  expect(tests.length).toBeGreaterThan(800);
  expect(longFiles(tests, LONGEST_OF_TESTS)).toEqual([]);
});

it("finds a file of tests that is too long, and none that is as long as it may be", () => {
  const planted = [300, 301].map((lines) => ({ path: `tests/core/of-${lines}.test.ts`, text: "x\n".repeat(lines) }));
  expect(longFiles(planted, LONGEST_OF_TESTS)).toEqual(["tests/core/of-301.test.ts: 301 lines"]);
});

it(`keeps the median file within ${MEDIAN} lines, and 95 of 100 within ${MOST}`, () => {
  const lengths = SOURCES.map(linesOf).sort((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(MEDIAN);
  expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThanOrEqual(MOST);
});

it(`keeps every line within ${COLUMNS} columns`, () => {
  expect(wideLines(product(), COLUMNS)).toEqual([]);
});

it(`has no folder with more than ${IN_A_FOLDER} files, but for lists of one union`, () => {
  expect(fullFolders(product(), IN_A_FOLDER, new Set(LISTS))).toEqual([]);
});

it("finds a wide line and a full folder", () => {
  const planted = Array.from({ length: 16 }, (_, index) => ({
    path: `src/core/values/a${index}.ts`,
    text: `${"x".repeat(105 + index)}\n`,
  }));
  expect(wideLines(planted, COLUMNS)).toEqual([]);
  expect(wideLines([{ path: "src/a.ts", text: `short\n${"x".repeat(121)}\n` }], COLUMNS)).toEqual(["src/a.ts:2: 121 columns"]);
  expect(fullFolders(planted, IN_A_FOLDER, new Set())).toEqual(["src/core/values: 16 files"]);
  expect(fullFolders(planted, IN_A_FOLDER, new Set(["src/core/values"]))).toEqual([]);
});

it("begins every source file with a sentence that says what it is for", () => {
  expect(SOURCES.filter((path) => !/^(?:#!.*\n)?\/\*\*/.test(textOf(path)))).toEqual([]);
});

// Members of globals that the lint rule on globals cannot name.
it("lets no pure floor roll dice or start a timer behind the linter's back", () => {
  const pure = SOURCES.filter((path) => /^src\/(core|text|ports|agent|loop)\//.test(path));
  expect(pure.length).toBeGreaterThan(60);
  expect(pure.filter((path) => /\bMath\.random\b|\bAbortSignal\.timeout\b/.test(textOf(path)))).toEqual([]);
});
