/** Titles are matched by whole ids, and a draw follows from its seed. */
import { expect, it } from "vitest";
import { type Claim, names } from "./claim.ts";
import { spread } from "./files.ts";
import { findsFault } from "./judge.ts";
import { drawn } from "./sabotage.ts";

it.each([
  { title: "a [S1.3, S1.30]", id: "S1.30", holds: true },
  { title: "a (S1.30)", id: "S1.30", holds: true },
  { title: "a [XS1.30]", id: "S1.30", holds: false },
  { title: "a [S1.301]", id: "S1.30", holds: false },
  { title: "a [FS-01]", id: "FS-01", holds: true },
  { title: "a [FS-011]", id: "FS-01", holds: false },
  { title: "a [XFS-01]", id: "FS-01", holds: false },
  { title: "a [U.stops]", id: "U.stop", holds: false },
])("finds $id in $title: $holds", ({ title, id, holds }) => {
  expect(names(title, id)).toBe(holds);
});

it("draws the same rows for the same seed, and others for another", () => {
  const rows = Array.from({ length: 50 }, (_, index): Claim => ({ test: "tests/a.test.ts", fault: "f", id: `S1.${String(index + 10)}` }));
  const ids = (seed: number) => drawn(rows, 10, seed).map(({ id }) => id);
  expect(ids(7)).toEqual(ids(7));
  expect(new Set(ids(7)).size).toBe(10);
  expect(ids(8)).not.toEqual(ids(7));
});

it("spreads ranges of two digits", () => {
  expect(spread("01-03 05 stop")).toEqual(["01", "02", "03", "05", "stop"]);
});

it.each([
  { what: "failed", outcome: { title: "a [S1.10]", status: "failed" }, finds: true },
  { what: "passed", outcome: { title: "a [S1.10]", status: "passed" }, finds: false },
  { what: "was not asked for", outcome: { title: "a [S1.10]", status: "skipped" }, finds: false },
  { what: "lost the sandbox", outcome: { title: "a [S1.10] [skipped, no sandbox here: bwrap]", status: "skipped" }, finds: true },
  { what: "is excused as root", outcome: { title: "a [S1.10] [skipped: ptrace_scope is 1]", status: "skipped" }, finds: false },
])("a test that $what found the fault: $finds", ({ outcome, finds }) => {
  expect(findsFault([{ file: "tests/a.test.ts", ...outcome }])).toBe(finds);
});
