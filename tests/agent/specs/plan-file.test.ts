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
