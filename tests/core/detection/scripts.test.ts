import { expect, it } from "vitest";
import { calledBy, partsOf } from "#core/detection/scripts.ts";

it.each<{ scripts: Record<string, string>; parts: string[] }>([
  { scripts: { test: "xo && ava && tsd" }, parts: ["lint xo", "test ava", "types tsd"] },
  { scripts: { pretest: "npm run lint", lint: "eslint .", test: "mocha" }, parts: ["lint eslint .", "test mocha"] },
  { scripts: { test: "npm run build && npm run -s unit", build: "tsc", unit: "node --test" }, parts: ["build tsc", "test node --test"] },
  { scripts: { test: "pnpm lint && vitest run", lint: "eslint" }, parts: ["lint eslint", "test vitest run"] },
  {
    scripts: { test: "run-s lint test:*", lint: "xo", "test:a": "ava a", "test:b": "ava b", "test:b:c": "ava c" },
    parts: ["lint xo", "test ava a", "test ava b"],
  },
  { scripts: { test: "npm-run-all t:**", "t:a": "ava", "t:a:b": "tsd" }, parts: ["test ava", "types tsd"] },
  { scripts: { test: "yarn jest" }, parts: ["test jest"] },
  { scripts: { test: "yarn install && rm -rf a && ava" }, parts: ["other yarn install", "other rm -rf a", "test ava"] },
  { scripts: { test: "pnpm run /^test:/", "test:a": "ava", "test:b": "tsd", lint: "xo" }, parts: ["test ava", "types tsd"] },
  { scripts: { test: "npm t" }, parts: [] },
  { scripts: {}, parts: [] },
])("takes $scripts apart", ({ scripts, parts }) => {
  expect(partsOf(scripts, "test").map(({ kind, run }) => `${kind} ${run}`)).toEqual(parts);
});

it("sees no script in what a manager does itself", () => {
  expect(calledBy({ test: "a" }, "npm install")).toEqual([]);
  expect(calledBy({ test: "a" }, "npm tst")).toEqual(["test"]);
});
