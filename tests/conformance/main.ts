/** `npm run conformance`: does what the catalogue of behaviours claims hold, and would anybody notice if it did not. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { faultsOf, readBook } from "./book.ts";
import { objectionTo } from "./judge.ts";
import type { Book, Proven } from "./row.ts";
import { runTests } from "./run-tests.ts";
import { drawn, sabotage } from "./sabotage.ts";
import { lineOf, linesOf, withTable } from "./table.ts";

const say = (...lines: readonly string[]): void => void process.stdout.write(lines.map((line) => `${line}\n`).join(""));

/** The seed of a draw, and how many rows; `all` takes every one, ids with commas between them take just these. */
interface Draw {
  readonly rows: string;
  readonly seed: string;
}

function provenIn({ rows }: Book): readonly Proven[] {
  return rows.filter((row): row is Proven => row.status === "proven");
}

/** Runs what the rows name. True when every claim holds. */
async function claimsHold(root: string, book: Book): Promise<boolean> {
  const outcomes = await runTests(root, provenIn(book));
  const objections = book.rows.flatMap((row) => {
    const objection = objectionTo(row, book.rows, outcomes);
    return objection === null ? [] : [`${row.id}: ${objection}`];
  });
  const open = book.rows.filter(({ status }) => status === "open");
  say(...linesOf(book.rows), "", `${open.length} open:`, ...open.map((row) => `  ${lineOf(row)}`));
  if (objections.length > 0) say("", `${objections.length} claims do not hold:`, ...objections.map((one) => `  ${one}`));
  return objections.length === 0;
}

function chosen(rows: readonly Proven[], which: string, seed: number): readonly Proven[] {
  if (which === "all") return drawn(rows, rows.length, seed);
  if (Number(which) > 0) return drawn(rows, Number(which), seed);
  const ids = which.split(",");
  const named = rows.filter(({ id }) => ids.includes(id));
  if (named.length !== ids.length) throw new Error("--rows takes a number, all, or ids of proven rows with commas between them");
  return named;
}

/** Plants faults. True when the tests found all of them. */
async function faultsAreFound(root: string, book: Book, draw: Draw): Promise<boolean> {
  const seed = Number(draw.seed);
  if (!Number.isSafeInteger(seed)) throw new Error("--seed takes a whole number");
  const rows = chosen(provenIn(book), draw.rows, seed);
  say(`sabotage of ${rows.length} rows, seed ${seed}`);
  const trials = await sabotage(root, book, rows, ({ row, why }) => say(`  ${row.id.padEnd(8)}${why ?? `found: ${row.fault}`}`));
  const missed = trials.filter(({ why }) => why !== null);
  say(`${trials.length - missed.length} of ${trials.length} faults were found${missed.length === 0 ? "" : "; these rows are open:"}`);
  say(...missed.map(({ row, why }) => `  ${row.id}: ${why}`));
  return missed.length === 0;
}

async function main(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      list: { type: "boolean", default: false },
      table: { type: "boolean", default: false },
      sabotage: { type: "boolean", default: false },
      rows: { type: "string", default: "20" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  const root = process.cwd();
  const book = readBook(root);
  const wrong = faultsOf(root, book);
  if (wrong.length > 0) say("the catalogue is not sound:", ...wrong.map((one) => `  ${one}`));
  if (values.list) say(...book.rows.map(lineOf), "", ...linesOf(book.rows));
  if (values.table) {
    const readme = join(root, "README.md");
    writeFileSync(readme, withTable(readFileSync(readme, "utf8"), book.rows));
  }
  if (values.list || values.table) return wrong.length === 0;
  const { rows, seed } = values;
  const holds = values.sabotage ? await faultsAreFound(root, book, { rows, seed }) : await claimsHold(root, book);
  const done = values.sabotage || book.rows.every(({ status }) => status !== "open");
  return wrong.length === 0 && holds && done;
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
