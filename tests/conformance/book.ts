/** Reads the catalogue from its files, and says what is wrong with it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { type Book, Fault, Ids, type Proven, Row } from "./row.ts";

const FOLDER = "tests/conformance";
/** More of what the seeds themselves ask for may not be refused. */
const MOST_REFUSED = 20;

/** The catalogue of the house at `root`. Throws for a file that breaks the schema, naming the file. */
export function readBook(root: string): Book {
  const rows = yamlFiles(root, "rows").flatMap((path) => read(root, path, z.array(Row)));
  const faults = yamlFiles(root, "faults").map((path) => read(root, path, z.record(z.string(), Fault)));
  return { rows, faults: Object.assign({}, ...faults), tags: tagsOf(read(root, `${FOLDER}/ids.yaml`, Ids)) };
}

function yamlFiles(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, FOLDER, folder))
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => `${FOLDER}/${folder}/${name}`);
}

function read<T>(root: string, path: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parse(readFileSync(join(root, path), "utf8")));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function tagsOf(ids: z.infer<typeof Ids>): ReadonlyMap<string, readonly string[]> {
  const tags = new Map<string, readonly string[]>();
  for (const [part, byTag] of Object.entries(ids)) {
    for (const [tag, ranges] of Object.entries(byTag)) {
      for (const suffix of ranges.split(" ").flatMap(spread))
        tags.set(`${part}.${suffix}`, [...(tags.get(`${part}.${suffix}`) ?? []), tag]);
    }
  }
  return tags;
}

/** `01-03` as its three numbers; a word stands for itself. */
function spread(range: string): readonly string[] {
  const [, from, to] = /^(\d\d)-(\d\d)$/.exec(range) ?? [];
  if (from === undefined || to === undefined) return [range];
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => String(Number(from) + index).padStart(2, "0"));
}

/** Everything that is wrong with a catalogue by itself; empty when nothing is. */
export function faultsOf(root: string, { rows, faults, tags }: Book): readonly string[] {
  const ids = rows.map(({ id }) => id);
  const proven = rows.filter((row): row is Proven => row.status === "proven");
  const refused = rows.filter(({ id, status }) => status === "refused" && tags.get(id)?.includes("seed") === true);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is there twice`),
    ...ids.filter((id) => !tags.has(id)).map((id) => `${id} is no id of the list`),
    ...[...tags.keys()].filter((id) => !ids.includes(id)).map((id) => `${id} is missing`),
    ...(refused.length > MOST_REFUSED ? [`${refused.length} rows of the seeds are refused, and ${MOST_REFUSED} may be`] : []),
    ...rows.flatMap((row) =>
      row.status === "translated" && !proven.some(({ id }) => id === row.into)
        ? [`${row.id} lands in ${row.into}, which is not proven`]
        : [],
    ),
    ...proven.filter(({ test }) => !existsSync(join(root, test))).map(({ id, test }) => `${id} names ${test}, which is not there`),
    ...proven
      .filter(({ fault }) => faults[fault] === undefined)
      .map(({ id, fault }) => `${id} names the fault ${fault}, which is not there`),
    ...Object.keys(faults)
      .filter((name) => proven.every(({ fault }) => fault !== name))
      .map((name) => `no row names the fault ${name}`),
    ...Object.entries(faults).flatMap(([name, fault]) => misplaced(root, name, fault)),
  ];
}

function misplaced(root: string, name: string, { file, find }: Fault): readonly string[] {
  if (!existsSync(join(root, file))) return [`the fault ${name} is for ${file}, which is not there`];
  const times = readFileSync(join(root, file), "utf8").split(find).length - 1;
  return times === 1 ? [] : [`the fault ${name} finds its place ${times} times in ${file}`];
}
