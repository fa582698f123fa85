/** `npm run conformance`: does what the catalogue of behaviours claims hold, and would anybody notice if it did not. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { faultsAreFound, type Options, optionsOf, say } from "../command.ts";
import { outcomesOf, untriedLine } from "../run-tests.ts";
import { faultsOf, readBook } from "./book.ts";
import { objectionToRow } from "./objection.ts";
import { type Book, provenIn } from "./row.ts";
import { lineOf, linesOf, withTable } from "./table.ts";

/** Runs what the rows name, where `--results` does not decide it. True when every claim holds. */
async function claimsHold(root: string, book: Book, options: Options): Promise<boolean> {
  const seen = await outcomesOf(root, provenIn(book), options);
  const objections = book.rows.flatMap((row) => {
    const objection = seen.untried.has(row.status === "translated" ? row.into : row.id)
      ? null
      : objectionToRow(row, book.rows, seen.outcomes);
    return objection === null ? [] : [`${row.id}: ${objection}`];
  });
  const open = book.rows.filter(({ status }) => status === "open");
  say(...linesOf(book.rows), "", `${open.length} open:`, ...open.map((row) => `  ${lineOf(row)}`), ...untriedLine(seen));
  if (objections.length > 0) say("", `${objections.length} claims do not hold:`, ...objections.map((one) => `  ${one}`));
  return objections.length === 0;
}

async function main(args: readonly string[]): Promise<boolean> {
  const options = optionsOf(args);
  const root = process.cwd();
  const book = readBook(root);
  const wrong = faultsOf(root, book);
  if (wrong.length > 0) say("the catalogue is not sound:", ...wrong.map((one) => `  ${one}`));
  if (options.list) say(...book.rows.map(lineOf), "", ...linesOf(book.rows));
  if (options.table) {
    const page = join(root, ".github/docs/proofs.md");
    writeFileSync(page, withTable(readFileSync(page, "utf8"), book.rows));
  }
  if (options.list || options.table) return wrong.length === 0;
  const holds = options.sabotage ? await faultsAreFound(root, provenIn(book), book.faults, options) : await claimsHold(root, book, options);
  const done = options.sabotage || options["allow-open"] || book.rows.every(({ status }) => status !== "open");
  return wrong.length === 0 && holds && done;
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
