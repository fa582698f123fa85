/** Every check of the house is seen to catch what it is for: a fault is planted in a copy, and the tool names it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { LAWFUL, layerPlants, type Plant } from "./layer-plants.ts";
import { cruise, type Layers } from "./layers.ts";
import { CLEAN, LINT_PLANTS } from "./lint-plants.ts";
import { type Plot, plot, ROOT, type Tree, tool } from "./tools.ts";

const Rooms = z.object({ ROOMS: z.record(z.string(), z.array(z.string()).min(2)) });
const { ROOMS } = Rooms.parse(await import(join(ROOT, ".dependency-cruiser.mjs")));
const LAYER_PLANTS = layerPlants(ROOMS);

const FLOORS = ["src", "action", "bot", "tests"];

let layers: Layers;
let faults: ReadonlySet<string>;
let dead: ReadonlySet<string>;

const treeOf = (plants: readonly Plant[]): Tree =>
  Object.assign({}, ...plants.map(({ path, content, beside }) => ({ [path]: content, ...beside })));

async function within<T>(place: Plot, work: (folder: string) => Promise<T>): Promise<T> {
  try {
    return await work(place.folder);
  } finally {
    await place.remove();
  }
}

async function cruiseOf(tree: Tree): Promise<Layers> {
  const place = await plot([".dependency-cruiser.mjs", "tsconfig.json", "package.json"], tree, { modules: false });
  return within(place, (folder) => cruise(folder, FLOORS));
}

const Lint = z.object({ diagnostics: z.array(z.object({ category: z.string(), location: z.looseObject({ path: z.unknown() }) })) });

async function lintOf(tree: Tree): Promise<ReadonlySet<string>> {
  const place = await plot(["biome.json", "tsconfig.json", "package.json", ".gitignore"], tree, { modules: false });
  const { stdout } = await within(place, (folder) => tool("biome", ["lint", "--reporter=json", "--max-diagnostics=none", "."], { folder }));
  const { diagnostics } = Lint.parse(JSON.parse(stdout));
  return new Set(diagnostics.map(({ category, location }) => `${category} ${JSON.stringify(location.path)}`));
}

const Named = z.array(z.object({ name: z.string() }));
const DeadWood = z.object({
  issues: z.array(
    z.object({
      file: z.string(),
      files: Named,
      exports: Named,
      types: Named,
      dependencies: Named,
      devDependencies: Named,
      unlisted: Named,
    }),
  ),
});

/** A program, a file that it uses in part, and a file that nobody uses. */
const DEAD: Tree = {
  "src/cli/main.ts": 'import pad from "left-pad";\nimport { used } from "#core/used.ts";\n\npad(used);\n',
  "src/core/used.ts": "export const used = 1;\nexport const unused = 2;\nexport type Unused = 3;\n",
  "src/core/alone.ts": "export const alone = 1;\n",
};

/** What knip says: `kind path name`. */
async function deadWoodOf(tree: Tree): Promise<ReadonlySet<string>> {
  const place = await plot(["package.json", "tsconfig.json"], tree, { modules: false });
  const { stdout } = await within(place, (folder) => tool("knip", ["--reporter", "json"], { folder }));
  const { issues } = DeadWood.parse(JSON.parse(stdout));
  return new Set(
    issues.flatMap(({ file, ...kinds }) =>
      Object.entries(kinds).flatMap(([kind, names]) => names.map(({ name }) => `${kind} ${file} ${name}`)),
    ),
  );
}

beforeAll(async () => {
  layers = await cruiseOf({ ...LAWFUL, ...treeOf(LAYER_PLANTS) });
  faults = await lintOf({ ...CLEAN, ...treeOf(LINT_PLANTS) });
  dead = await deadWoodOf(DEAD);
});

it.each(LAYER_PLANTS)("the layer checker names $rule at $path", ({ rule, path, named = path }) => {
  expect(layers.violations.filter(({ from }) => from === named).map((violation) => violation.rule)).toContain(rule);
});

it("has a fault planted for every layer rule", () => {
  expect(new Set(LAYER_PLANTS.map(({ rule }) => rule))).toEqual(new Set(layers.rules));
});

it("complains of nothing in a lawful house", async () => {
  const { sources, violations } = await cruiseOf(LAWFUL);
  expect(sources).toContain("src/cli/main.ts");
  expect(violations).toEqual([]);
});

it.each(LINT_PLANTS)("the linter names $rule at $path", ({ rule, path }) => {
  expect(faults).toContain(`${rule} ${JSON.stringify(path)}`);
});

it("has a fault planted for every lint rule that the house turns on by name", async () => {
  const Rules = z.record(z.string(), z.union([z.string(), z.record(z.string(), z.unknown())]));
  const House = z.object({ linter: z.object({ rules: Rules }) });
  const { linter } = House.parse(JSON.parse(await readFile(join(ROOT, "biome.json"), "utf8")));
  const named = Object.entries(linter.rules).flatMap(([group, rules]) =>
    typeof rules === "string" ? [] : Object.keys(rules).map((rule) => `lint/${group}/${rule}`),
  );
  const planted = new Set(LINT_PLANTS.map(({ rule }) => rule));
  const off = ["lint/complexity/useLiteralKeys", "lint/style/useNamingConvention"];
  expect(named.filter((rule) => !planted.has(rule) && !off.includes(rule))).toEqual(["lint/style/useImportType"]);
});

it("complains of no file without a fault", () => {
  expect([...faults].filter((fault) => Object.keys(CLEAN).some((path) => fault.includes(path)))).toEqual([]);
});

it.each([
  "files src/core/alone.ts src/core/alone.ts",
  "exports src/core/used.ts unused",
  "types src/core/used.ts Unused",
  "devDependencies package.json zod",
  "unlisted src/cli/main.ts left-pad",
])("the dead-wood checker names: %s", (fault) => {
  expect(dead).toContain(fault);
});

it("calls nothing dead that the program uses", () => {
  expect([...dead].filter((fault) => fault.includes("src/cli/main.ts") && !fault.startsWith("unlisted"))).toEqual([]);
  expect(dead).not.toContain("exports src/core/used.ts used");
});
