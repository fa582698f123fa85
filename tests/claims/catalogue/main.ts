/** `npm run catalogue`: does what the catalogue of security cases claims hold, and would anybody notice if it did not. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { faultsAreFound, type Options, optionsOf, say } from "../command.ts";
import { objectionTo } from "../judge.ts";
import { outcomesOf, untriedLine } from "../run-tests.ts";
import { faultsOf, readBook } from "./book.ts";
import { type Book, provenIn } from "./row.ts";
import { lineOf, linesOf, withLiveCases, withTable } from "./table.ts";

/** Runs what the rows name, where `--results` does not decide it. True when every claim holds. */
async function claimsHold(root: string, book: Book, options: Options): Promise<boolean> {
  const proven = provenIn(book);
  const seen = await outcomesOf(root, proven, options);
  const objections = proven.flatMap((row) => {
    const objection = seen.untried.has(row.id) ? null : objectionTo(row, seen.outcomes);
    return objection === null ? [] : [`${row.id}: ${objection}`];
  });
  for (const status of ["inapplicable", "live", "open"] as const) {
    const some = book.rows.filter((row) => row.status === status);
    say(`${some.length} ${status}:`, ...some.map((row) => `  ${lineOf(row)}`), "");
  }
  say(...linesOf(book), ...untriedLine(seen));
  if (objections.length > 0) say("", `${objections.length} claims do not hold:`, ...objections.map((one) => `  ${one}`));
  return objections.length === 0;
}

function rewrite(path: string, write: (text: string) => string): void {
  writeFileSync(path, write(readFileSync(path, "utf8")));
}

async function main(args: readonly string[]): Promise<boolean> {
  const options = optionsOf(args);
  const root = process.cwd();
  const book = readBook(root);
  const wrong = faultsOf(root, book);
  if (wrong.length > 0) say("the catalogue is not sound:", ...wrong.map((one) => `  ${one}`));
  if (options.list) say(...book.rows.map(lineOf), "", ...linesOf(book));
  if (options.table) {
    rewrite(join(root, ".github/docs/proofs.md"), (page) => withTable(page, book));
    rewrite(join(root, ".github/SECURITY.md"), (policy) => withLiveCases(policy, book.rows));
  }
  if (options.list || options.table) return wrong.length === 0;
  const holds = options.sabotage ? await faultsAreFound(root, provenIn(book), book.faults, options) : await claimsHold(root, book, options);
  const done = options.sabotage || options["allow-open"] || book.rows.every(({ status }) => status !== "open");
  return wrong.length === 0 && holds && done;
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
