/** A second fault counts in what the row's own test runs. */
import { expect, it } from "vitest";
import { within } from "./reach.ts";
import type { NamedFault } from "./second-faults.ts";

const fault = (name: string): NamedFault => ({ name, fault: { file: `src/${name}.ts`, find: name, replace: "" } });
const FAULTS = [fault("near"), fault("loaded"), fault("far"), fault("started"), fault("other")];
const MARKS = [
  { title: "does it [S1.10]", name: "far" },
  { title: "does it [S1.10]", name: "near" },
  { title: "does another thing [S1.1]", name: "other" },
  { title: "", name: "loaded" },
  { title: null, name: "started" },
];

it.each([
  { what: "runs itself, the nearest first", test: "tests/core/a.test.ts", reached: ["near", "far"] },
  { what: "runs itself, and then what programs run that it starts", test: "tests/cli/a.test.ts", reached: ["near", "far", "started"] },
])("takes what a test $what", ({ test, reached }) => {
  const faultsFor = within(MARKS, () => FAULTS);
  expect(faultsFor({ id: "S1.10", test, fault: "first" }).map(({ name }) => name)).toEqual(reached);
});

it("takes nothing where the test runs none of them", () => {
  const faultsFor = within(MARKS, () => FAULTS);
  expect(faultsFor({ id: "S1.11", test: "tests/core/a.test.ts", fault: "first" })).toEqual([]);
});
