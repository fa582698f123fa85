/** Reads the files of a catalogue, and says which of its claims cannot hold because a test or a fault is not where it should be. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { type Claim, Fault, type Faults } from "./claim.ts";

/** What the file at `path` (relative to `root`) says. Throws for one that breaks the schema, naming it. */
export function readYaml<T>(root: string, path: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parse(readFileSync(join(root, path), "utf8")));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** The YAML files of a folder, by name. */
export function yamlFiles(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** All faults of a folder. */
export function readFaults(root: string, folder: string): Faults {
  return Object.assign({}, ...yamlFiles(root, folder).map((path) => readYaml(root, path, z.record(z.string(), Fault))));
}

/** `01-03 05` as its numbers, two digits each; a word stands for itself. */
export function spread(ranges: string): readonly string[] {
  return ranges.split(" ").flatMap((range) => {
    const [, from, to] = /^(\d\d)-(\d\d)$/.exec(range) ?? [];
    if (from === undefined || to === undefined) return [range];
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => String(Number(from) + index).padStart(2, "0"));
  });
}

/** What is wrong with the ids of a catalogue: twice, nobody's, missing. */
export function wrongIds(ids: readonly string[], all: ReadonlySet<string>): readonly string[] {
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is there twice`),
    ...ids.filter((id) => !all.has(id)).map((id) => `${id} is no id of the list`),
    ...[...all].filter((id) => !ids.includes(id)).map((id) => `${id} is missing`),
  ];
}

/** What is wrong with claims and their faults, before anything is run. */
export function wrongClaims(root: string, claims: readonly Claim[], faults: Faults): readonly string[] {
  return [
    ...claims.filter(({ test }) => !existsSync(join(root, test))).map(({ id, test }) => `${id} names ${test}, which is not there`),
    ...claims
      .filter(({ fault }) => faults[fault] === undefined)
      .map(({ id, fault }) => `${id} names the fault ${fault}, which is not there`),
    ...Object.keys(faults)
      .filter((name) => claims.every(({ fault }) => fault !== name))
      .map((name) => `no row names the fault ${name}`),
    ...Object.entries(faults).flatMap(([name, fault]) => misplaced(root, name, fault)),
  ];
}

function misplaced(root: string, name: string, { file, find }: Fault): readonly string[] {
  if (!existsSync(join(root, file))) return [`the fault ${name} is for ${file}, which is not there`];
  const times = readFileSync(join(root, file), "utf8").split(find).length - 1;
  return times === 1 ? [] : [`the fault ${name} finds its place ${times} times in ${file}`];
}
