/** What the reviewers of a run say: plan-critic, auditor, QA verifier, and the reflection at its end. */
import * as z from "zod";
import { maybeProse, prose } from "./prose.ts";

const Text = prose(800);

/** The plan-critic's six checks (S0.29). */
const CriticCheck = z.enum(["logic", "assumptions", "verification", "scope", "edge-cases", "feasibility"]);

/** The plan-critic's word (S0.30). */
export const Review = z.strictObject({
  verdict: z.enum(["PROCEED", "REVISE", "HALT"]),
  findings: z.array(z.strictObject({ check: CriticCheck, problem: Text, suggestion: Text })).max(12),
});
export type Review = z.infer<typeof Review>;

/** The auditor's word (S0.41). CANNOT_ASSESS counts as a failed check (S0.43). */
export const Audit = z.strictObject({
  verdict: z.enum(["OK", "BLOCK", "CANNOT_ASSESS"]),
  issue: maybeProse(300),
  principle: maybeProse(100),
  correction: maybeProse(300),
});
export type Audit = z.infer<typeof Audit>;

/** The QA verifier's word (S0.51, S0.52). */
export const Qa = z.strictObject({
  verdict: z.enum(["VERIFIED", "ISSUES"]),
  issues: z.array(z.strictObject({ severity: z.enum(["critical", "major", "minor"]), problem: Text, fix: Text })).max(12),
});
export type Qa = z.infer<typeof Qa>;

/** The seven fields of a reflection (S0.56). Code fills five from the journal; the model writes two, or `not assessed`. */
export const Reflection = z.strictObject({
  request: Text,
  guidance: Text,
  followed: Text,
  outcome: z.enum(["Success", "Partial", "Failure"]),
  accomplishment: Text,
  rootCause: Text,
  proposedChange: Text,
});
export type Reflection = z.infer<typeof Reflection>;
