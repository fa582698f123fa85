/** The steps of a run (S1.19 and what comes before and after): what is to be done next, or was interrupted. */
import * as z from "zod";

export const Step = z.enum([
  "HYDRATE",
  "REVIEW",
  "REDIRECT",
  "ANSWER",
  "INVESTIGATE",
  "CONSUME",
  "SETUP",
  "SCORE_BASE",
  "PLAN",
  "PRODUCE_PREPARE",
  "PROBE",
  "DECOMPOSE",
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

/** Where a loop stands, as far as its step goes. */
interface Standing {
  readonly stage: string;
  readonly progress: { readonly step: Step | "DECIDE" | "ADVANCE" };
}

/**
 * The step as S1.19 names it: an evaluation that is weighed leads to CRITIQUE while the run goes on, a refinement has
 * just been made.
 */
export function currentStep({ stage, progress: { step } }: Standing): Step {
  if (step === "DECIDE") return stage === "running" ? "CRITIQUE" : "EVALUATE";
  return step === "ADVANCE" ? "REFINE" : step;
}
