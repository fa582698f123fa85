/** The steps of a run: the engine performs one next, or one was interrupted. */
import * as z from "zod";

export const Step = z.enum([
  "HYDRATE",
  "REHEARSE",
  "REVIEW",
  "REDIRECT",
  "MEASURE",
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

/** The part of a run that its step follows from. */
interface Standing {
  readonly stage: string;
  readonly progress: { readonly step: Step | "DECIDE" | "ADVANCE" };
}

/**
 * The step as people and `run.json` see it. An evaluation that waits for a decision leads to CRITIQUE while the run
 * goes on, else EVALUATE was the last step; on ADVANCE the step REFINE has just been done.
 */
export function currentStep({ stage, progress: { step } }: Standing): Step {
  if (step === "DECIDE") return stage === "running" ? "CRITIQUE" : "EVALUATE";
  return step === "ADVANCE" ? "REFINE" : step;
}
