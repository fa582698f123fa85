/** The table of real repositories shows what it is kept for, and a table that does not is noticed. */
import { expect, it } from "vitest";
import { faultsOf, type Row, readTable } from "./row.ts";

const ROWS = readTable();

it("names at least 40 repositories of at least 9 languages, 36 of them green, the others with what a person would write", () => {
  expect(faultsOf(ROWS)).toEqual([]);
});

const without = (row: Row): Row => ({ ...row, green: false });

it.each<[string, readonly Row[], RegExp]>([
  ["has too few", ROWS.slice(0, 39), /39 repositories, at least 40/],
  ["has too few languages", ROWS.map((row) => ({ ...row, language: "C" })), /1 languages, at least 9/],
  ["is green too seldom", ROWS.map((row) => ({ ...without(row), why: "w", configuration: "c" })), /0 green, at least 36/],
  ["names one twice", [...ROWS, ...ROWS.slice(0, 1)], /twice/],
  ["is green without a test", ROWS.map((row) => ({ ...row, test: null })), /green without a test/],
  ["does not say why", ROWS.map((row, index) => (index === 0 ? without({ ...row, why: undefined }) : row)), /nothing says why/],
])("finds a table that %s", (_what, rows, fault) => {
  expect(faultsOf(rows).join("\n")).toMatch(fault);
});
