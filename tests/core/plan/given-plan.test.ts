import fc from "fast-check";
import { expect, it } from "vitest";
import { givenPlanIn, mayBringPlan, withGivenPlan } from "#core/plan/given-plan.ts";

it.each([
  { text: "Do it.\n\n```loopwright-plan\na: 1\nb: 2\n```\nmore", given: { kind: "text", text: "a: 1\nb: 2" } },
  { text: "~~~~ loopwright-plan\na: |\n  ~~~\n~~~~", given: { kind: "text", text: "a: |\n  ~~~" } },
  { text: "````loopwright-plan\na: 1\n```\nb", given: { kind: "text", text: "a: 1\n```\nb" } },
  { text: "x\nloopwright-plan: plans/one.yml \n", given: { kind: "file", path: "plans/one.yml" } },
  { text: "```yaml\na: 1\n```\nSee loopwright-plan: x\n ```loopwright-plan", given: null },
  { text: "loopwright-plan:\n```loopwright-plans\n```", given: null },
])("finds the plan that a text brings along: $given [S4.15]", ({ text, given }) => {
  expect(givenPlanIn(text)).toEqual(given);
  if (given !== null) expect(mayBringPlan(text)).toBe(true);
});

it("puts a plan behind a text so that it is found again, whatever it holds [S4.15]", () => {
  const line = fc.stringMatching(/^[`~ a:#-]{0,12}x$/);
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (lines) => {
      const plan = lines.join("\n");
      expect(givenPlanIn(withGivenPlan("Words.", plan))).toEqual({ kind: "text", text: plan });
    }),
  );
  expect(withGivenPlan("", "a: 1")).toBe("```loopwright-plan\na: 1\n```");
});
