/** A second fault counts in what the row's own test runs. */
import { expect, it } from "vitest";
import { within } from "./reach.ts";
import type { SecondFault } from "./second-faults.ts";

const fault = (name: string, distance: SecondFault["distance"] = "near"): SecondFault => ({
  name,
  place: name,
  from: 0,
  to: 1,
  distance,
  fault: { file: `src/${name}.ts`, find: name, replace: "" },
});
const FAULTS = [
  fault("first", "beside"),
  fault("deep", "behind"),
  fault("common"),
  fault("near"),
  fault("loaded"),
  fault("far"),
  fault("started"),
  fault("other"),
  fault("table", "value"),
];
const MARKS = [
  { title: "does it [S1.10]", place: "common" },
  { title: "does another thing [S1.1]", place: "common" },
  { title: "does it [S1.10]", place: "first" },
  { title: "does it [S1.10]", place: "deep" },
  { title: "does it [S1.10]", place: "far" },
  { title: "does it [S1.10]", place: "near" },
  { title: "does another thing [S1.1]", place: "other" },
  { title: "", place: "loaded" },
  { title: null, place: "started" },
];

it.each([
  {
    what: "runs, a value of the first fault's constant and its file first, and what others run as well behind the rest",
    test: "tests/core/a.test.ts",
    reached: ["table", "first", "near", "far", "common", "deep"],
  },
  {
    what: "runs, and then what programs run that it starts",
    test: "tests/cli/a.test.ts",
    reached: ["table", "first", "near", "far", "common", "deep", "started"],
  },
])("takes what a test $what", ({ test, reached }) => {
  const faultsFor = within(MARKS, () => FAULTS);
  expect(faultsFor({ id: "S1.10", test, fault: "first" }).map(({ name }) => name)).toEqual(reached);
});

it("takes nothing where the test runs none of them", () => {
  const faultsFor = within(MARKS, () => FAULTS.filter(({ distance }) => distance !== "value"));
  expect(faultsFor({ id: "S1.11", test: "tests/core/a.test.ts", fault: "first" })).toEqual([]);
});
