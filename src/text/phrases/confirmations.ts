/** Writes the two things that an approval confirms, and names the numbers that an approver can change. */
import type { Plan } from "#core/plan/plan.ts";
import type { PlanNumbers } from "#core/plan/plan-numbers.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import { counted } from "#text/format/format.ts";

/** An example of a changed number, and the names of all of them. */
export const SETTING = "max_iterations=6";
export const SETTABLE = "max_iterations, tokens, dollars, minutes, threshold_a, threshold_b";

/**
 * One line for the criteria, one for the most iterations. The run of a question has no iterations: code checks the
 * quotations of its answer.
 */
export function confirmations({
  workflow,
  rules,
  thresholds: { A, B },
  limits: { iterations },
}: Plan): readonly string[] {
  if (WORKFLOWS[workflow].answers)
    return [
      "Success criteria: every claim of the answer quotes what it rests on, and code finds it there",
      "Maximum of iterations: there are none, nothing is changed",
    ];
  return [
    `Success criteria: ${counted(rules.length, "rule")}, thresholds A ${A} and B ${B}, no fail rule red`,
    `Maximum of iterations: ${iterations}`,
  ];
}

/** Numbers as the maintainer types them: `max_iterations=6, dollars=2`. */
export function settingsText(settings: PlanNumbers): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");
}
