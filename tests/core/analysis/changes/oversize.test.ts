/** How large a change may be before a person looks at it. */
import { expect, it } from "vitest";
import { type FileWeight, oversizeOf } from "#core/analysis/changes/oversize.ts";

const MB = 2 ** 20;

function files(count: number, change: Partial<FileWeight> = {}): readonly FileWeight[] {
  return Array.from({ length: count }, (_, index) => ({ path: `src/f${index}.ts`, bytes: 10, longest: 5, before: 0, ...change }));
}

it.each<{ what: string; weights: readonly FileWeight[]; says: readonly string[] }>([
  { what: "nothing", weights: [], says: [] },
  { what: "as many files as may be", weights: files(300), says: [] },
  { what: "too many files", weights: files(301), says: ["301 files are changed, more than 300"] },
  { what: "as much as may be", weights: files(4, { bytes: MB }), says: [] },
  { what: "too much", weights: files(5, { bytes: MB }), says: ["the changed files have 5.0 MB together, more than 4"] },
  { what: "a small picture", weights: files(1, { bytes: MB, longest: null }), says: [] },
  {
    what: "a large picture",
    weights: files(1, { bytes: 2 * MB, longest: null }),
    says: ['"src/f0.ts" is binary and has 2.0 MB, more than 1'],
  },
  { what: "a long line", weights: files(1, { longest: 5_000 }), says: [] },
  { what: "a minified file", weights: files(1, { longest: 5_001 }), says: ['"src/f0.ts" has a line of 5001 characters, more than 5000'] },
  { what: "a file that was minified before", weights: files(1, { longest: 9_000, before: 8_000 }), says: [] },
  {
    what: "lock files alone",
    weights: ["package-lock.json", "sub/Cargo.lock"].map((path) => ({ path, bytes: 1, longest: 1, before: 1 })),
    says: ["nothing is changed but lock files: package-lock.json, sub/Cargo.lock"],
  },
  {
    what: "a lock file with what asks for it",
    weights: ["yarn.lock", "package.json"].map((path) => ({ path, bytes: 1, longest: 1, before: 1 })),
    says: [],
  },
])("names in a list what a person must look at: $what [OUT-13]", ({ weights, says }) => {
  expect(oversizeOf(weights)).toEqual(says);
});

it("names twenty files one by one, and counts the rest [OUT-13]", () => {
  const list = oversizeOf(files(23, { longest: 6_000 }));
  expect([list.length, list.at(-1)]).toEqual([21, "and 3 more files"]);
});
