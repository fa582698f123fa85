/** Which faults are planted in the changed lines of a work. */
import { expect, it } from "vitest";
import { mutantsOf } from "#core/analysis/test-guard/mutants.ts";

const patchOf = (path: string, ...lines: readonly string[]): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,2 +3,9 @@ f\n before\n-gone\n${lines.map((line) => `+${line}\n`).join("")} after\n`;

it.each<{ line: string; path?: string; now: readonly string[] }>([
  { line: "if (a === b) {", now: ["if (a != b) {"] },
  { line: "if (a !== b) {", now: ["if (a == b) {"] },
  { line: "if (a <= 3) {", now: ["if (a < 3) {", "if (a <= 0) {"] },
  { line: "for (; n < end; n++)", now: ["for (; n <= end; n++)"] },
  { line: "return a && !b;", now: ["return a || !b;"] },
  { line: "const size = left + 0;", now: ["const size = left - 0;", "const size = left + 1;"] },
  { line: 'return line.split(",");', now: ['return line.split("");'] },
  { line: "flag = True", path: "a.py", now: ["flag = False"] },
  { line: "if a and b:", path: "a.py", now: ["if a or b:"] },
  { line: "// is true && more", now: [] },
  { line: "const word = read(name);", now: [] },
  { line: 'import { split } from "../src/split.js";', now: [] },
  { line: "from a import b; DEBUG = True", path: "a.py", now: [] },
  { line: "true", path: "notes.md", now: [] },
  { line: "assert(1 === 1);", path: "test/a.test.js", now: [] },
  { line: `x = "${"y".repeat(400)}" === a`, now: [] },
])("makes of $line: $now [RH-18]", ({ line, path = "src/a.js", now }) => {
  const found = mutantsOf(patchOf(path, line), ["test/**"], 20);
  expect(found.map((mutant) => mutant.now)).toEqual(now);
  for (const mutant of found) expect(mutant).toMatchObject({ path, line: 4, was: line });
});

it("counts lines over several hunks and files", () => {
  const patch = `${patchOf("a.js", "x", "a && b")}@@ -30 +40 @@\n+c && d\n${patchOf("b.js", "e && f")}`;
  expect(mutantsOf(patch, [], 20).map(({ path, line }) => [path, line])).toEqual([
    ["a.js", 5],
    ["a.js", 40],
    ["b.js", 4],
  ]);
});

it("takes no more than it is asked for, spread over the change, and the same each time", () => {
  const patch = patchOf("a.js", ...Array.from({ length: 100 }, (_, index) => `a${index} && b`));
  const found = mutantsOf(patch, [], 20);
  expect(found).toHaveLength(20);
  expect(found[19]?.line).toBeGreaterThan(90);
  expect(mutantsOf(patch, [], 20)).toEqual(found);
  expect(mutantsOf(patch, [], 0)).toEqual([]);
  expect(mutantsOf(patch, [], 500)).toHaveLength(100);
});

it("finds nothing in a patch that makes no sense", () => {
  expect(mutantsOf("@@ nonsense\n+a && b\n", [], 20)).toEqual([]);
});
