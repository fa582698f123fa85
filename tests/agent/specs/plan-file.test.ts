import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parsePlanFile } from "#agent/specs/plan-file.ts";
import { givenPlanIn } from "#core/plan/given-plan.ts";
import { Hydration } from "#core/planning/hydration.ts";
import { HYDRATION } from "../../loop/bench.ts";

const PAGE = readFileSync(".github/docs/plan-file.md", "utf8");

it("takes the example of the page about plans, and the page names every key [S4.15]", () => {
  const given = givenPlanIn(PAGE.replace("```yaml", "```loopwright-plan"));
  const text = given?.kind === "text" ? given.text : "";
  expect(parsePlanFile("example", text)).toMatchObject({ workflow: "tdd", questions: [], rules: [{ id: "a.correctness.quotes" }] });
  expect(Object.keys(Hydration.shape).filter((key) => !PAGE.includes(`\`${key}\``))).toEqual([]);
});

it("takes the hydrator's own answer, as JSON [S4.15]", () => {
  expect(parsePlanFile("plan.json", JSON.stringify(HYDRATION))).toEqual(HYDRATION);
});

it.each([
  { text: "- a", says: "plan.yml:1: the file: Invalid input" },
  { text: "", says: "plan.yml:1: " },
  { text: "workflow: tdd\nworkflow: batch\n", says: "plan.yml:2: " },
])("refuses $text, naming the line [S4.15]", ({ text, says }) => {
  expect(() => parsePlanFile("plan.yml", text)).toThrow(says);
});

it("reads a path alone as a file that may change, and takes what is left out as that", () => {
  const changes = ["a.test.js", { path: "b.test.js" }, { path: "c.test.js", test: "splits", mayBe: "removed" }];
  expect(parsePlanFile("plan.json", JSON.stringify({ ...HYDRATION, expectedTestChanges: changes })).expectedTestChanges).toEqual([
    { path: "a.test.js", test: "", mayBe: "changed" },
    { path: "b.test.js", test: "", mayBe: "changed" },
    { path: "c.test.js", test: "splits", mayBe: "removed" },
  ]);
  for (const wrong of ["a.test.js", [{ path: "" }], [3]])
    expect(() => parsePlanFile("plan.json", JSON.stringify({ ...HYDRATION, expectedTestChanges: wrong }))).toThrow("expectedTestChanges");
});
