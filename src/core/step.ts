/** The steps of a run (S1.19 and what comes before and after): what is to be done next, or was interrupted. */
import * as z from "zod";

export const Step = z.enum([
  "HYDRATE",
  "REVIEW",
  "CONSUME",
  "SETUP",
  "SCORE_BASE",
  "PLAN",
  "PRODUCE_PREPARE",
  "PREPARE",
  "EVALUATE",
  "CRITIQUE",
  "REFINE",
  "AUDIT",
  "VERIFY",
  "REFLECT",
  "PUBLISH",
  "SETTLE",
]);
export type Step = z.infer<typeof Step>;

/** The step as S1.19 names it, of where a loop stands: an evaluation that is weighed leads to CRITIQUE, a refinement has just been made. */
export function currentStep(step: Step | "DECIDE" | "ADVANCE"): Step {
  if (step === "DECIDE") return "CRITIQUE";
  return step === "ADVANCE" ? "REFINE" : step;
}
