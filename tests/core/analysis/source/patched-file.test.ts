/** What is read off a unified diff. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { patchedFiles } from "#core/analysis/source/patched-file.ts";

const head = (path: string): string => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`;

it("gives the lines that each file gains, with their numbers over several hunks", () => {
  const patch = `${head("a.js")}@@ -1,3 +1,3 @@\n x\n-y\n+Y\n z\n@@ -30 +30,2 @@ f\n-q\n+Q\n+R\n${head("b.js")}@@ -0,0 +1 @@\n+new\n`;
  expect(patchedFiles(patch).map(({ path, added }) => [path, added.map(({ line, text }) => `${line} ${text}`)])).toEqual([
    ["a.js", ["2 Y", "30 Q", "31 R"]],
    ["b.js", ["1 new"]],
  ]);
});

it("takes a changed line that looks like a header for what it is", () => {
  const patch = `${head("a.md")}@@ -1,2 +1,3 @@\n--- a/b.js\n+++ b/b.js\n+@@ -1 +1 @@\n x\n${head("c.js")}@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+2\n\\ No newline at end of file\n`;
  expect(patchedFiles(patch).map(({ path, added }) => [path, added.map(({ text }) => text)])).toEqual([
    ["a.md", ["++ b/b.js", "@@ -1 +1 @@"]],
    ["c.js", ["2"]],
  ]);
});

it("reads what is there of a patch that was cut within a hunk", () => {
  const [file] = patchedFiles(`${head("a.js")}@@ -1,3 +1,9 @@\n a\n+b`);
  expect(file?.added.map(({ line, text }) => `${line} ${text}`)).toEqual(["2 b"]);
});

it("says where a line that stays stands afterwards, and where the edits are", () => {
  const [file] = patchedFiles(`${head("a.js")}@@ -3,4 +3,5 @@\n c\n-d\n+D\n+E\n e\n f\n@@ -10,2 +10,0 @@\n-j\n-k\n`);
  expect([1, 3, 4, 5, 9, 10, 11, 12].map((line) => file?.lineAfter(line))).toEqual([1, 3, null, 6, 10, null, null, 11]);
  expect(file?.edits).toEqual([4, 5, 10, 11]);
});

it("finds each line that stays, whatever was changed", () => {
  const rows = fc.array(fc.constantFrom(" ", "+", "-"), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 0, max: 20 }), (kinds, above) => {
      const lines = kinds.map((kind, index) => `${kind}${index}`);
      const [before, after] = [kinds.filter((kind) => kind !== "+"), kinds.filter((kind) => kind !== "-")];
      const from = (side: readonly string[]): number => above + (side.length === 0 ? 0 : 1);
      const hunk = `@@ -${from(before)},${before.length} +${from(after)},${after.length} @@`;
      const [file] = patchedFiles(`${head("a")}${hunk}\n${lines.join("\n")}\n`);
      const old = lines.filter((line) => !line.startsWith("+"));
      const now = lines.filter((line) => !line.startsWith("-"));
      for (const [index, line] of old.entries())
        expect(file?.lineAfter(above + index + 1)).toBe(line.startsWith("-") ? null : above + now.indexOf(line) + 1);
      expect(file?.lineAfter(above + old.length + 1)).toBe(above + now.length + 1);
    }),
  );
});

it.each(["", "@@ nonsense\n+a\n", "@@ -1 +1 @@\n+a", "+++ b/a.js\n+a"])("finds no line in %j", (patch) => {
  expect(patchedFiles(patch).flatMap(({ added }) => added)).toEqual([]);
});
