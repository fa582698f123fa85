/** The kept table holds the ratio of each figure of each contest, as they were when somebody last agreed to them. */
import { readFile, writeFile } from "node:fs/promises";
import { parse, stringify } from "yaml";
import * as z from "zod";
import type { Measured } from "./measured.ts";

const Kept = z.record(z.string(), z.record(z.string(), z.number()));

/** By contest, then by figure: ours over the floor's. */
export type Kept = z.infer<typeof Kept>;

const HEAD = `# Ours over the floor's, by contest and figure, of the least values of one run.
# Written by \`npm run bench -- --keep\`.
`;

/** Digits that are kept of a ratio. */
const DIGITS = 3;

/** Reads the table. Throws an `Error` for a file that is none. */
export async function readKept(file: string): Promise<Kept> {
  return Kept.parse(parse(await readFile(file, "utf8")) ?? {});
}

/** The table with one contest anew; the others stay. */
export function withContest(kept: Kept, contest: string, measured: readonly Measured[]): Kept {
  const ratios = measured.map(({ figure, ratio }) => [figure.name, Number(ratio.toPrecision(DIGITS))]);
  return { ...kept, [contest]: Object.fromEntries(ratios) };
}

/** Writes the table, its contests in the order of their names. */
export async function writeKept(file: string, kept: Kept): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(kept).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(file, `${HEAD}${stringify(sorted)}`);
}
