/** The catalogue is whole and sound, the docs show it as it is, and neither a false claim nor a blind test gets through. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../house/tools.ts";
import { faultsOf, readBook } from "./book.ts";
import { objectionToRow } from "./objection.ts";
import type { Book, Proven, Row } from "./row.ts";
import { linesOf, withTable } from "./table.ts";

const BOOK = readBook(ROOT);
const PROVEN: Proven = {
  id: "S1.01",
  says: "something is so",
  status: "proven",
  test: "tests/claims/conformance/conformance.test.ts",
  fault: "f",
};
const TRANSLATED: Row = { id: "S1.02", says: "something is so", status: "translated", into: "S1.01" };
const FAULT = { file: "package.json", find: '"name": "loopwright"', replace: "" };
const SMALL: Book = { rows: [PROVEN, TRANSLATED], faults: { f: FAULT }, tags: new Map(["S1.01", "S1.02"].map((id) => [id, ["seed"]])) };

it("holds every row once, and each fault has its one place", () => {
  expect(faultsOf(ROOT, BOOK)).toEqual([]);
  expect(BOOK.tags.size).toBeGreaterThan(400);
});

it("is in the docs as it is; else run: npm run conformance -- --table", () => {
  const readme = readFileSync(join(ROOT, ".github/docs/proofs.md"), "utf8");
  expect(withTable(readme, BOOK.rows)).toBe(readme);
});

it("is sound where nothing is wrong", () => {
  expect(faultsOf(ROOT, SMALL)).toEqual([]);
});

const refused = (id: string): Row => ({ id, says: "something is so", status: "refused", why: "it is not wanted" });
const MANY = Array.from({ length: 21 }, (_, index) => `S2.${String(index + 10)}`);

it.each<{ when: string; book: Partial<Book>; says: string }>([
  { when: "a row is missing", book: { rows: [PROVEN] }, says: "S1.02 is missing" },
  { when: "a row is there twice", book: { rows: [PROVEN, PROVEN, TRANSLATED] }, says: "S1.01 is there twice" },
  { when: "a row is nobody's", book: { tags: new Map([["S1.01", ["seed"]]]) }, says: "S1.02 is no id of the list" },
  { when: "a row lands nowhere", book: { rows: [{ ...TRANSLATED, into: "C1.01" }] }, says: "S1.02 lands in C1.01, which is not proven" },
  {
    when: "a test is not there",
    book: { rows: [{ ...PROVEN, test: "tests/no.test.ts" }, TRANSLATED] },
    says: "S1.01 names tests/no.test.ts, which is not there",
  },
  { when: "a fault is not there", book: { faults: {} }, says: "S1.01 names the fault f, which is not there" },
  { when: "a fault is nobody's", book: { faults: { f: FAULT, g: FAULT } }, says: "no row names the fault g" },
  {
    when: "a fault has no place",
    book: { faults: { f: { ...FAULT, find: "nowhere to be found" } } },
    says: "the fault f finds its place 0 times in package.json",
  },
  {
    when: "a fault's file is gone",
    book: { faults: { f: { ...FAULT, file: "no.ts" } } },
    says: "the fault f is for no.ts, which is not there",
  },
  {
    when: "too much is refused",
    book: { rows: [PROVEN, TRANSLATED, ...MANY.map(refused)], tags: new Map(["S1.01", "S1.02", ...MANY].map((id) => [id, ["seed"]])) },
    says: "21 rows of the seeds are refused, and 20 may be",
  },
])("is not sound when $when", ({ book, says }) => {
  expect(faultsOf(ROOT, { ...SMALL, ...book })).toContain(says);
});

const outcome = (title: string, status = "passed", file = PROVEN.test) => [{ file, title, status }];

it.each<{ when: string; outcomes: ReturnType<typeof outcome>; says: string | null }>([
  { when: "its test passed", outcomes: outcome("does it [S1.01]"), says: null },
  { when: "its test failed", outcomes: outcome("does it [S1.01]", "failed"), says: '"does it [S1.01]" failed' },
  { when: "its test was skipped", outcomes: outcome("does it [S1.01]", "skipped"), says: '"does it [S1.01]" did not run (skipped)' },
  { when: "no title names it", outcomes: outcome("does it [S1.011]"), says: `no test of ${PROVEN.test} has S1.01 in its title` },
  {
    when: "another file's title names it",
    outcomes: outcome("[S1.01]", "passed", "tests/b.test.ts"),
    says: `no test of ${PROVEN.test} has S1.01 in its title`,
  },
])("says of a claim when $when: $says", ({ outcomes, says }) => {
  expect(objectionToRow(PROVEN, [], outcomes)).toBe(says);
  expect(objectionToRow(TRANSLATED, [PROVEN], outcomes)).toBe(says === null ? null : `S1.01 does not hold: ${says}`);
});

it("takes an open row for what it is", () => {
  expect(objectionToRow({ id: "S1.03", says: "something is so", status: "open", why: "not built" }, [], [])).toBeNull();
});

it("counts rows by their parts", () => {
  expect(linesOf(SMALL.rows).find((line) => line.startsWith("Seed 1"))).toMatch(/ 1 proven {4}1 translated {4}0 refused {4}0 open$/);
});
