/** The findings in one changed file, and a file of tests to change. */
import type { FileContent } from "#core/analysis/source/file-change.ts";
import { testFindings } from "#core/analysis/test-guard/test-diff.ts";
import type { TestFinding } from "#core/analysis/test-guard/test-file-findings.ts";
import { TEST_GLOBS } from "#core/config/config.ts";

export const GLOBS = { tests: TEST_GLOBS, expected: [], scope: ["src/**"] };

export function find(path: string, before: FileContent, after: FileContent): readonly TestFinding[] {
  return testFindings([{ path, before, after }], GLOBS);
}

export function kinds(path: string, before: FileContent, after: FileContent): readonly string[] {
  return find(path, before, after).map(({ kind }) => kind);
}

export const JS = `import { expect, it } from "vitest";

it("adds", () => {
  expect(add(1, 2)).toBe(3);
  expect(add(0, 0)).toBe(0);
});

it("subtracts", () => {
  expect(sub(2, 1)).toBe(1);
});
`;
