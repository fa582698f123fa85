/** The README says what the configuration really takes, and names no command that is not there. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { Config } from "#core/config/config.ts";
import { Limits } from "#core/values/limits.ts";
import { ROOT } from "./tools.ts";

const DOCUMENTS = [
  "README.md",
  "src/README.md",
  ".github/CONTRIBUTING.md",
  ".github/SECURITY.md",
  ".github/docs/zero-server.md",
  ".github/docs/hosting.md",
  ".github/docs/checks-start.md",
  ".github/docs/first-hour.md",
  ".github/docs/backtest.md",
  ".github/docs/refused.md",
];
const README = read("README.md");

const Schema = z.looseObject({ properties: z.record(z.string(), z.unknown()) });

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** All keys below a schema, by their paths; an object of keys is not one itself. */
function keysOf(schema: unknown, path: readonly string[] = []): readonly string[] {
  const object = Schema.safeParse(schema);
  if (!object.success) return [path.join(".")];
  return Object.entries(object.data.properties).flatMap(([key, inner]) => keysOf(inner, [...path, key]));
}

/** What is filled in, or what an absent key means where its schema says so. */
function defaultOf(key: string): unknown {
  const [first = "", second] = key.split(".");
  const shape: Readonly<Record<string, z.ZodType | undefined>> = first === "limits" ? Limits.shape : Config.shape;
  return shape[second ?? first]?.meta()?.["default"] ?? filledIn(key) ?? null;
}

function filledIn(key: string): unknown {
  return key.split(".").reduce<unknown>((value, part) => z.record(z.string(), z.unknown()).parse(value)[part], Config.parse({}));
}

const [, table = ""] = /<!-- configuration: .*? -->([\s\S]*?)<!-- end of configuration -->/.exec(README) ?? [];
const rows = [...table.matchAll(/^\| `([^`]+)` \| `([^`]+)` \| .+ \|$/gm)].map(([, key = "", value = ""]) => ({ key, value }));

it("shows the workflow file as it was tested", () => {
  const [, shown] = /<!-- workflow: .*? -->\n\n```yaml\n([\s\S]*?)```\n\n<!-- end of workflow -->/.exec(README) ?? [];
  expect(shown).toBe(read(".github/docs/loopwright.yml"));
});

it("names every key of the configuration, and no other", () => {
  expect(rows.map(({ key }) => key)).toEqual(keysOf(z.toJSONSchema(Config, { io: "input" })));
});

it.each(rows)("tells the default of $key [C2.17]", ({ key, value }) => {
  expect(JSON.parse(value)).toEqual(defaultOf(key));
});

it.each(DOCUMENTS)("%s names only scripts of package.json", (document) => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
  const named = [...read(document).matchAll(/\bnpm run ([a-z:-]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it.each(DOCUMENTS)("%s links only to files that are there", (document) => {
  const links = [...read(document).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) => path);
  expect(links.filter((path) => !existsSync(join(ROOT, dirname(document), path)))).toEqual([]);
});

it("names beside each promise of SECURITY.md a test that is there", () => {
  const [, promises = ""] = /## What we promise\n([\s\S]*?)\n## /.exec(read(".github/SECURITY.md")) ?? [];
  const lines = promises.split("\n").filter((line) => line.startsWith("- "));
  expect(lines.length).toBeGreaterThan(10);
  const named = lines.map((line) => [...line.matchAll(/`(tests\/[\w/-]+\.test\.ts)`/g)].map(([, path = ""]) => path));
  expect(lines.filter((_, index) => named[index]?.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
