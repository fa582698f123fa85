/** The steps of a run (S1.19 and what comes before and after): what is to be done next, or was interrupted. */
import * as z from "zod";

export const Step = z.enum([
  "HYDRATE",
  "REVIEW",
  "ANSWER",
  "INVESTIGATE",
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
