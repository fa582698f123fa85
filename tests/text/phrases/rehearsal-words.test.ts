/** What is said before the approval of faults that were planted in the base. */
import { expect, it } from "vitest";
import type { Plan } from "#core/plan/plan.ts";
import { rehearsalLine } from "#text/phrases/rehearsal-words.ts";
import { aPlan } from "../../builders/run.ts";

const fault = { path: "src/a.js", line: 3, was: "  a < b", now: "  a >= b" };

const planOf = (bite: NonNullable<Plan["rehearsal"]>["bite"]): Plan => ({
  ...aPlan(),
  rehearsal: { setupMs: 0, tests: null, results: [], bite },
});

it("says before the approval what can be measured", () => {
  expect(rehearsalLine(aPlan())).toBeNull();
  expect(
    rehearsalLine(
      planOf({
        planted: 4,
        found: [
          { fault, by: ["a"] },
          { fault, by: null },
          { fault, by: null },
        ],
        ms: 3000,
      }),
    ),
  ).toContain(
    "; the tests found 3 of 4 planted faults in 3.0 s; they must find them after the change too, and others near it: 8 in all, planted within 5 minutes",
  );
  expect(rehearsalLine(planOf({ planted: 12, found: [], ms: 9000 }))).toContain(
    "whether the tests still find faults after the change cannot be measured: they found none of 12 in 9.0 s",
  );
  expect(rehearsalLine(planOf({ planted: 0, found: [], ms: 0 }))).toContain("no fault could be planted");
});
