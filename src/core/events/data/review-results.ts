/** The answers of a run's reviewers: plan-critic, auditor, QA verifier, and the reflection at the end. */
import * as z from "zod";
import { boundedText, optionalBoundedText } from "#core/values/bounded-text.ts";

const Text = boundedText(800);

/** The plan-critic's six checks. */
const CriticCheck = z.enum(["logic", "assumptions", "verification", "scope", "edge-cases", "feasibility"]);

/** The plan-critic's verdict and findings. */
export const PlanReview = z.strictObject({
  verdict: z.enum(["PROCEED", "REVISE", "HALT"]),
  findings: z.array(z.strictObject({ check: CriticCheck, problem: Text, suggestion: Text })).max(12),
});
export type PlanReview = z.infer<typeof PlanReview>;

/** The ways in which work departs from what was approved. */
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
 * The auditor's verdict. In warn mode an objection is WARN and stops nothing; in block mode it is BLOCK. CANNOT_ASSESS
 * stops nothing. For OK, issue is a note.
 */
export const AuditResult = z.strictObject({
  verdict: z.enum(["OK", "WARN", "BLOCK", "CANNOT_ASSESS"]),
  drift: Drift.default("none"),
  issue: optionalBoundedText(300),
  principle: optionalBoundedText(100),
  correction: optionalBoundedText(300),
});
export type AuditResult = z.infer<typeof AuditResult>;

/** The dimensions of QA: is the work sound, was it made as it should be, does it mean what was asked. */
export const QaDimension = z.enum(["output", "process", "semantics"]);
export type QaDimension = z.infer<typeof QaDimension>;

/** The QA verifier's verdict and issues. */
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
 * The seven fields of a reflection. Code fills five from the run; a model writes `rootCause` and `proposedChange`.
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
