/** The catalogue is whole and sound, the docs and the security policy show it as it is, and no false claim gets through. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../house/tools.ts";
import { faultsOf, readBook } from "./book.ts";
import { playsOnTheLab } from "./on-the-lab.ts";
import type { Book, Level, Proven, Row } from "./row.ts";
import { linesOf, withLiveCases, withTable } from "./table.ts";

const BOOK = readBook(ROOT);
const PROVEN: Proven = {
  id: "FS-01",
  says: "something is so",
  status: "proven",
  test: "tests/claims/catalogue/catalogue.test.ts",
  fault: "f",
};
const LIVE: Row = { id: "GIT-19", says: "something is so", status: "live", how: "look at GitHub" };
const LEVELS: readonly (readonly [string, Level])[] = [
  ["FS-01", "C"],
  ["GIT-19", "L"],
];
const FAULT = { file: "package.json", find: '"name": "loopwright"', replace: "" };
const SMALL: Book = { rows: [PROVEN, LIVE], faults: { f: FAULT }, levels: new Map(LEVELS) };

it("holds every case once, and each fault has its one place", () => {
  expect(faultsOf(ROOT, BOOK)).toEqual([]);
  expect(BOOK.levels.size).toBe(408);
});

it("is in the docs and in the security policy as it is; else run: npm run catalogue -- --table", () => {
  const [readme, policy] = [".github/docs/proofs.md", ".github/SECURITY.md"].map((name) => readFileSync(join(ROOT, name), "utf8"));
  expect(withTable(readme ?? "", BOOK)).toBe(readme);
  expect(withLiveCases(policy ?? "", BOOK.rows)).toBe(policy);
});

it("is sound where nothing is wrong, and a case of a later group needs no row", () => {
  expect(faultsOf(ROOT, SMALL)).toEqual([]);
  expect(faultsOf(ROOT, { ...SMALL, levels: new Map([...LEVELS, ["WH-01", "U"]]) })).toEqual([]);
});

const MANY = Array.from({ length: 41 }, (_, index) => `EX-${String(index + 10)}`);
const aside = (id: string): Row => ({ id, says: "something is so", status: "inapplicable", why: "we have no such thing" });

it.each<{ when: string; book: Partial<Book>; says: string }>([
  { when: "a case is missing", book: { rows: [LIVE], faults: {} }, says: "FS-01 is missing" },
  { when: "a case is there twice", book: { rows: [PROVEN, PROVEN, LIVE] }, says: "FS-01 is there twice" },
  { when: "a case is nobody's", book: { levels: new Map(LEVELS.slice(1)) }, says: "FS-01 is no id of the list" },
  {
    when: "a live case of a later group is missing",
    book: { levels: new Map([...LEVELS, ["WH-25", "L"]]) },
    says: "WH-25 is missing",
  },
  {
    when: "a case that can be proven is left to GitHub",
    book: { levels: new Map([...LEVELS.slice(0, 1), ["GIT-19", "C"]]) },
    says: "GIT-19 can be proven here, and says that it needs GitHub itself",
  },
  {
    when: "a case for GitHub itself is claimed",
    book: { levels: new Map([["FS-01", "L"], ...LEVELS.slice(1)]) },
    says: "FS-01 is for GitHub itself, and says proven",
  },
  {
    when: "a story is not played",
    book: { levels: new Map([["FS-01", "S"], ...LEVELS.slice(1)]) },
    says: `FS-01 is a story, and ${PROVEN.test} plays on no stand-in of the outside`,
  },
  { when: "a fault is not there", book: { faults: {} }, says: "FS-01 names the fault f, which is not there" },
  {
    when: "too much is set aside",
    book: { rows: [...SMALL.rows, ...MANY.map(aside)], levels: new Map([...LEVELS, ...MANY.map((id) => [id, "C"] as const)]) },
    says: "41 cases are set aside, and 40 may be",
  },
])("is not sound when $when", ({ book, says }) => {
  expect(faultsOf(ROOT, { ...SMALL, ...book })).toContain(says);
});

it.each([
  { file: "tests/action/stations/journey.test.ts", plays: true },
  { file: "tests/adapters/anthropic/failures.test.ts", plays: true },
  { file: "tests/proofs/simulator/served.test.ts", plays: true },
  { file: "tests/core/commands/first-line.test.ts", plays: false },
  { file: "tests/no/such.test.ts", plays: false },
])("sees that $file plays on a stand-in: $plays", ({ file, plays }) => {
  expect(playsOnTheLab(ROOT, file)).toBe(plays);
});

it("counts cases by their groups", () => {
  const counted = linesOf({ ...SMALL, levels: new Map([...LEVELS, ["WH-01", "U"]]) });
  expect(counted.find((line) => line.startsWith("FS:"))).toMatch(/ 1 proven {4}0 not applicable {4}0 live GitHub {4}0 later {4}0 open$/);
  expect(counted.find((line) => line.startsWith("WH:"))).toMatch(/ 0 proven .* 1 later {4}0 open$/);
  expect(counted.at(-1)).toMatch(/^All .* 1 proven {4}0 not applicable {4}1 live GitHub {4}1 later {4}0 open$/);
});
