/** The six ways to treat an issue (S0.21 to S0.26). */
import * as z from "zod";

export const Workflow = z.enum(["question", "minor-edit", "tdd", "batch", "qa-proof", "plan-mode"]);
export type Workflow = z.infer<typeof Workflow>;

/** Workflows that end in an answer, not in a change. This version has no path for them and says so. */
export function answersOnly(workflow: Workflow): boolean {
  return workflow === "question" || workflow === "qa-proof";
}

/** True when the workflow's gate is a test that fails before and passes after: `require_acceptance_test` of S0.23. */
export function needsRedRule(workflow: Workflow): boolean {
  return workflow === "tdd";
}
