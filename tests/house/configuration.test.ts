/** The page and the schema of the configuration say what the program reads; `npm run docs` writes both anew. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { parseConfig } from "#agent/specs/config-file.ts";
import { Config } from "#core/config/config.ts";
import { configSchema, KEY_TEXTS, SCHEMA_LINE } from "#core/config/config-schema.ts";
import { ROOT } from "./tools.ts";

const SCHEMA_FILE = join(ROOT, ".github/docs/loopwright.schema.json");
const PAGE_FILE = join(ROOT, ".github/docs/configuration.md");
const PAGE = readFileSync(PAGE_FILE, "utf8");

const Node = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
});

/** Each key of a schema with its default, by its path; those of a list's items and of each role stand below its name. */
function keysOf(schema: unknown, path: string): readonly (readonly [string, unknown])[] {
  const node = Node.safeParse(schema);
  if (!node.success) return [];
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = node.data;
  const own = Object.entries(properties).flatMap(([key, below]): readonly (readonly [string, unknown])[] => {
    const name = path === "" ? key : `${path}.${key}`;
    return [[name, Node.parse(below).default], ...keysOf(below, name)];
  });
  return [...own, ...[items, additionalProperties, ...anyOf, ...oneOf].flatMap((below) => keysOf(below, path))];
}

const KEYS = keysOf(configSchema(), "");
/** What the program fills in where the key has no default of its own kind: patterns that are always protected. */
const FILLED_IN: Readonly<Record<string, unknown>> = { protected: Config.parse({}).protected };

function rowOf([key, text]: readonly [string, string]): string {
  const value = FILLED_IN[key] ?? KEYS.find(([name]) => name === key)?.[1];
  const isGroup = typeof value === "object" && value !== null && !Array.isArray(value) && key !== "roles";
  const shown = value === undefined || isGroup ? "" : `\`${JSON.stringify(value)}\``;
  return `| \`${key}\` | ${shown} | ${text} |`;
}

/** The values that are no groups of keys, by their paths. */
function flat(value: object, path: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, below]) => {
      const name = path === "" ? key : `${path}.${key}`;
      const isGroup = typeof below === "object" && below !== null && !Array.isArray(below);
      return isGroup ? Object.entries(flat(below, name)) : [[name, below] as const];
    }),
  );
}

const MARKED = /(<!-- configuration: .*? -->\n)[\s\S]*?(\n<!-- end of configuration -->)/;

it("has a sentence for each key, in their order, and for no other", () => {
  expect(Object.keys(KEY_TEXTS)).toEqual([...new Set(KEYS.map(([key]) => key))]);
});

it("is the schema that the program reads by", async () => {
  await expect(`${JSON.stringify(configSchema(), null, 2)}\n`).toMatchFileSnapshot(SCHEMA_FILE);
});

it("shows every key with its default on its page [C2.17]", async () => {
  const table = ["", "| key | default | what it is |", "|---|---|---|", ...Object.entries(KEY_TEXTS).map(rowOf), ""].join("\n");
  await expect(PAGE.replace(MARKED, (_, begin, end) => `${begin}${table}${end}`)).toMatchFileSnapshot(PAGE_FILE);
});

it("fills in what the schema calls the default", () => {
  const said = new Map(KEYS);
  const filled = Object.entries(flat(Config.parse({}), "")).filter(([key]) => !(key in FILLED_IN));
  expect(Object.fromEntries(filled)).toEqual(Object.fromEntries(filled.map(([key]) => [key, said.get(key)])));
});

it("names the line by which editors find it", () => {
  expect(PAGE).toContain(`\n${SCHEMA_LINE}\n`);
});

const accepts = new Ajv({ strict: false }).compile(configSchema());

it.each([
  "",
  "label: loop",
  "checks: { test: npm test, lint: null }",
  "roles: { worker: { model: best, effort: xhigh, tokens: 64000, minutes: 60 } }",
  "auto_approve: { paths: [docs/**], dollars: 1, rules: 7, atoms: 2 }",
  "rules: [{ id: a.correctness.lint, description: clean, severity: fail, check: { kind: command, run: npm run lint } }]",
  "limits: { dollars: null, bite: 0, ciRounds: 1 }",
])("takes what the program takes: %s", (text) => {
  expect(() => parseConfig(text, [])).not.toThrow();
  expect(accepts(parse(text) ?? {}), JSON.stringify(accepts.errors)).toBe(true);
});

it.each([
  "lable: loop",
  "label: ''",
  "limits: { iterations: 0 }",
  "limits: { iterations: 21 }",
  "roles: { boss: { model: best } }",
  "roles: { worker: { effort: enormous } }",
  "auto_approve: { paths: [] , dollars: 1 }",
  "sandbox: maybe",
  "rules: [{ id: nothing, description: x, severity: fail, check: { kind: command, run: x } }]",
  "fetch: ['https://example.org']",
])("refuses what the program refuses: %s", (text) => {
  expect(() => parseConfig(text, [])).toThrow();
  expect(accepts(parse(text))).toBe(false);
});
