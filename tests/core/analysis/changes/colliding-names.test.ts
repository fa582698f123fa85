/** Names that are one on some file systems. */
import { expect, it } from "vitest";
import { collisionFinder } from "#core/analysis/changes/colliding-names.ts";

it.each([
  { path: "readme.md", twin: "README.md" },
  { path: "caf\u0065\u0301.txt", twin: "caf\u00e9.txt" },
  { path: "SRC/new.ts", twin: "src" },
  { path: "src/A.ts", twin: "src/a.ts" },
  { path: "src/a.ts/deeper", twin: null },
  { path: "README.md.txt", twin: null },
  { path: "src/b.ts", twin: null },
])("$path beside what stays: $twin [FS-10]", ({ path, twin }) => {
  const ask = collisionFinder(["README.md", "caf\u00e9.txt", "src/a.ts"]);
  expect(ask(path)).toBe(twin === null ? null : `is called like ${twin}, but for case or accents`);
});

it("knows two new paths that are one, and lets a rename by case go where the old name goes [FS-10]", () => {
  const ask = collisionFinder(["src/a.ts"]);
  expect([ask("docs/One.md"), ask("docs/one.md"), ask("DOCS/two.md")]).toEqual([
    null,
    "is called like docs/One.md, but for case or accents",
    "is called like docs, but for case or accents",
  ]);
  expect(collisionFinder([])("readme.md")).toBeNull();
});
