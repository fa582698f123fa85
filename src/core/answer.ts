/** An answer in place of a change: claims that quote what they rest on, and nothing that was not found there (S0.21, S0.25, C0.10). */
import * as z from "zod";
import { prose } from "./prose.ts";
import type { Run } from "./run.ts";
import { Quote } from "./score.ts";
import { WORKFLOWS } from "./workflow.ts";

/** Lines that a command prints on a fresh copy of the base, word for word. */
export const Output = z.strictObject({ run: z.string().trim().min(1).max(1000), text: z.string().min(1).max(2000) });
export type Output = z.infer<typeof Output>;

/** One claim: at least one quotation of a file or of a command's output must be literally there. */
export const Claim = z
  .strictObject({ claim: prose(800), quotes: z.array(Quote).max(5), outputs: z.array(Output).max(3).default([]) })
  .refine(({ quotes, outputs }) => quotes.length + outputs.length > 0, { error: "a claim quotes what it rests on", path: ["quotes"] });
export type Claim = z.infer<typeof Claim>;

/** What was answered. `dropped`: claims whose quotations are not there, even after they were asked for again. */
export interface Answer {
  readonly claims: readonly Claim[];
  readonly dropped: readonly string[];
}

/** Where the run's workflow is answered: by reading at the desk, without approval, or on the bench, where commands can run. Null: it makes changes. */
function placeOf({ plan }: Run): "desk" | "bench" | null {
  if (plan === null || !WORKFLOWS[plan.workflow].answers) return null;
  return WORKFLOWS[plan.workflow].guardrails.includes("evidence_required") ? "bench" : "desk";
}

/** True when the plan of a question was reviewed and found good: it is answered, and nobody is asked for an approval. */
export function isAnsweredAtDesk(run: Run): boolean {
  return run.stage === "reviewing" && run.review?.verdict === "PROCEED" && placeOf(run) === "desk";
}

/** True when the run's work is to find out, not to change. */
export function isInvestigated(run: Run): boolean {
  return run.stage === "running" && placeOf(run) === "bench";
}

/** True when the answer is there and the run has nothing more to do. */
export function isAnswered(run: Run): boolean {
  return run.answer !== null && (isAnsweredAtDesk(run) || isInvestigated(run));
}
