/** The house as it stands: its floors hold, its files are small, and the checker really read them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { cruise, type Layers } from "./layers.ts";
import { ROOT, sourceFiles } from "./tools.ts";

const PRODUCT = ["src", "action", "bot"].filter((folder) => existsSync(join(ROOT, folder)));
const SOURCES = PRODUCT.flatMap(sourceFiles);
const LONGEST = 150;
const MEDIAN = 80;

let layers: Layers;

beforeAll(async () => {
  layers = await cruise(ROOT, [...PRODUCT, "tests"]);
}, 60_000);

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

it(`keeps the median source file within ${MEDIAN} lines`, () => {
  const lengths = sourceFiles("src")
    .map(linesOf)
    .sort((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(MEDIAN);
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
