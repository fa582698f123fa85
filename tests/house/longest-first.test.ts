/** The parts of the tests, such as `--shard=2/3`, have each file once, and share out those that take long. */
import { expect, it } from "vitest";
import { partOf } from "./longest-first.ts";

const FILES = ["core/a", "journeys/b", "core/c", "cli/d", "journeys/e", "core/f", "cli/g"].map((name) => `/house/tests/${name}.test.ts`);

it("gives each file to one part, and of those that take longest some to each", () => {
  const parts = [1, 2, 3].map((index) => partOf(FILES, { index, count: 3 }));
  expect(parts.flat()).toHaveLength(FILES.length);
  expect(new Set(parts.flat())).toEqual(new Set(FILES));
  expect(parts.map(([first]) => first)).toEqual(["journeys/b", "journeys/e", "cli/d"].map((name) => `/house/tests/${name}.test.ts`));
});

it("gives the same part whatever the order in which the files were found", () => {
  const part = { index: 2, count: 3 };
  expect(partOf(FILES.toReversed(), part)).toEqual(partOf(FILES, part));
});
