/** What the reviewers of a run say: plan-critic, auditor, QA verifier, and the reflection at its end. */
import * as z from "zod";
import { boundedText, optionalBoundedText } from "#core/values/bounded-text.ts";

const Text = boundedText(800);

/** The plan-critic's six checks (S0.29). */
const CriticCheck = z.enum(["logic", "assumptions", "verification", "scope", "edge-cases", "feasibility"]);

/** The plan-critic's word (S0.30). */
export const PlanReview = z.strictObject({
  verdict: z.enum(["PROCEED", "REVISE", "HALT"]),
  findings: z.array(z.strictObject({ check: CriticCheck, problem: Text, suggestion: Text })).max(12),
});
export type PlanReview = z.infer<typeof PlanReview>;

/** The ways in which work leaves what was approved (S0.38): A, B and C of the seed, then those that came later. */
const Drift = z.enum([
  "none",
  "reactive",
  "expansion",
  "authority",
  "workaround",
  "premature",
  "planless",
  "exploration",
]);

/**
 * The auditor's word (S0.41); WARN is lawful in warn mode alone (C0.02). CANNOT_ASSESS counts as a failed check
 * (S0.43).
 */
export const AuditResult = z.strictObject({
  verdict: z.enum(["OK", "WARN", "BLOCK", "CANNOT_ASSESS"]),
  drift: Drift.default("none"),
  issue: optionalBoundedText(300),
  principle: optionalBoundedText(100),
  correction: optionalBoundedText(300),
});
export type AuditResult = z.infer<typeof AuditResult>;

/**
 * What finished work is looked at for (S0.52): is it sound, was it made as it should be, does it mean what was asked.
 */
export const QaDimension = z.enum(["output", "process", "semantics"]);
export type QaDimension = z.infer<typeof QaDimension>;

/** The QA verifier's word (S0.51, S0.52). */
export const QaResult = z.strictObject({
  verdict: z.enum(["VERIFIED", "ISSUES"]),
  issues: z
    .array(
      z.strictObject({
        dimension: QaDimension,
        severity: z.enum(["critical", "major", "minor"]),
        problem: Text,
        fix: Text,
      }),
    )
    .max(12),
});
export type QaResult = z.infer<typeof QaResult>;

/**
 * The seven fields of a reflection (S0.56). Code fills five from the journal; the model writes two, or `not assessed`.
 */
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
