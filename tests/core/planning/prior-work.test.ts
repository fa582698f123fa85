import { expect, it } from "vitest";
import { existingFiles, pathsNamedIn } from "#core/planning/prior-work.ts";
import { checkFile } from "#core/rules/file-check.ts";
import { existsInTree } from "#core/values/glob.ts";

const PATHS = ["README.md", "src/a.ts", "src/b/[id].ts", "docs/guide.md"];

it.each([
  { text: "See `src/a.ts`, and (docs/guide.md).", found: ["src/a.ts", "docs/guide.md"] },
  { text: "./src/a.ts: line 3; again src/a.ts!", found: ["src/a.ts"] },
  { text: "src/a.tsx and the readme", found: [] },
  { text: "", found: [] },
])("finds what an issue names of what is there: $text [S0.18]", ({ text, found }) => {
  expect(pathsNamedIn(text, PATHS)).toEqual(found);
});

it("finds the files of a scope that are there, not its globs [S0.18]", () => {
  expect(existingFiles(["src/a.ts", "src/**", "src/new.ts"], PATHS)).toEqual(["src/a.ts"]);
});

it.each([
  { place: "README.md", there: true },
  { place: "./README.md", there: true },
  { place: "docs", there: true },
  { place: "docs/", there: true },
  { place: "doc", there: false },
  { place: "docs/*.md", there: true },
  { place: "**/*.rs", there: false },
  { place: "src/b/[id].ts", there: true },
])("finds $place as a path, a folder or a glob: $there [S2.35, 6.9 #12]", ({ place, there }) => {
  expect(existsInTree(place, PATHS)).toBe(there);
  expect(checkFile({ kind: "file", path: place }, PATHS)).toEqual({ ok: there, details: `${place} is ${there ? "" : "not "}there` });
  expect(checkFile({ kind: "not_file", path: place }, PATHS).ok).toBe(!there);
});
