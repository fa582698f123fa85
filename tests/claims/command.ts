/** What the commands of both catalogues share: their options, and the sabotage of proven rows. */
import { parseArgs } from "node:util";
import { type Claim, type Faults, names } from "./claim.ts";
import { objectionTo } from "./judge.ts";
import { reachedFaults } from "./reach.ts";
import { type Known, runTests } from "./run-tests.ts";
import { drawn, type FaultsFor, type Planting, sabotage } from "./sabotage.ts";
import { houseOf, secondFaults } from "./second-faults.ts";

/** Writes lines for whoever called the command. */
export const say = (...lines: readonly string[]): void => void process.stdout.write(lines.map((line) => `${line}\n`).join(""));

/** `second`: the fault is derived from what the row's test imports. `rows`: how many are drawn, `all`, or ids with commas between them. `seed`: of the draw. `allow-open`: open rows are told of and no error. */
export interface Options extends Known {
  readonly list: boolean;
  readonly table: boolean;
  readonly "allow-open": boolean;
  readonly sabotage: boolean;
  readonly second: boolean;
  readonly rows: string;
  readonly seed: string;
}

/** Throws for an option that there is not. */
export function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      list: { type: "boolean", default: false },
      table: { type: "boolean", default: false },
      "allow-open": { type: "boolean", default: false },
      sabotage: { type: "boolean", default: false },
      second: { type: "boolean", default: false },
      rows: { type: "string", default: "20" },
      results: { type: "string" },
      decided: { type: "boolean", default: false },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  if (values.second && !values.sabotage) throw new Error("--second takes --sabotage with it");
  if (values.decided && values.results === undefined) throw new Error("--decided takes --results <folder> with it");
  return values;
}

function chosen(claims: readonly Claim[], which: string, seed: number): readonly Claim[] {
  if (which === "all") return drawn(claims, claims.length, seed);
  if (Number(which) > 0) return drawn(claims, Number(which), seed);
  const ids = which.split(",");
  const named = claims.filter(({ id }) => ids.includes(id));
  if (named.length !== ids.length) throw new Error("--rows takes a number, all, or ids of proven rows with commas between them");
  return named;
}

/** The faults that were written beside the rows. */
async function ownPlanting(root: string, rows: readonly Claim[], faults: Faults): Promise<Planting> {
  const faultsFor: FaultsFor = ({ fault: name }) => (faults[name] === undefined ? [] : [{ name, fault: faults[name] }]);
  return { faultsFor, sound: await runTests(root, rows) };
}

/** Derived faults. A test that passes while it is watched is sound; only the others are run once more, because watching may disturb them. */
async function secondPlanting(root: string, rows: readonly Claim[], faults: Faults): Promise<Planting> {
  const house = houseOf(root);
  const { faultsFor, outcomes } = await reachedFaults(root, rows, (row) => secondFaults(house, row, faults[row.fault]));
  const disturbed = rows.filter((row) => objectionTo(row, outcomes) !== null);
  const others = outcomes.filter(({ title }) => !disturbed.some(({ id }) => names(title, id)));
  return { faultsFor, sound: [...others, ...(await runTests(root, disturbed))] };
}

/** Plants faults. True when the tests found all of them. Throws for options that mean nothing. */
export async function faultsAreFound(root: string, claims: readonly Claim[], faults: Faults, options: Options): Promise<boolean> {
  const seed = Number(options.seed);
  if (!Number.isSafeInteger(seed)) throw new Error("--seed takes a whole number");
  const rows = chosen(claims, options.rows, seed);
  say(`sabotage of ${rows.length} rows, seed ${seed}`);
  const planting = options.second ? await secondPlanting(root, rows, faults) : await ownPlanting(root, rows, faults);
  const trials = await sabotage(root, planting, rows, ({ row, fault, why }) => say(`  ${row.id.padEnd(8)}${why ?? `found: ${fault}`}`));
  const missed = trials.filter(({ why }) => why !== null);
  say(`${trials.length - missed.length} of ${trials.length} faults were found${missed.length === 0 ? "" : "; these rows are open:"}`);
  say(...missed.map(({ row, why }) => `  ${row.id}: ${why}`));
  return missed.length === 0;
}

/** A block between two marks of a page, written anew. Throws where the marks are missing. */
export function withBlock(page: string, [begin, end]: readonly [string, string], block: string): string {
  const [before, after] = [page.indexOf(begin), page.indexOf(end)];
  if (before === -1 || after === -1) throw new Error(`the page must hold ${begin} and ${end}`);
  return `${page.slice(0, before)}${begin}\n\n${block}\n\n${page.slice(after)}`;
}
