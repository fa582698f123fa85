/** Brings an auditor's answer into the one form that the engine acts on. */
import type { Config } from "#core/config/config.ts";
import type { AuditResult } from "#core/events/data/review-results.ts";
import { principleIn } from "./principles.ts";

export type AuditMode = Config["audit"]["mode"];

const WORDS = 15;

/**
 * The answer in that form: at most fifteen words each, a principle by its id. A violation that is named is never OK,
 * and an objection has the name that the mode gives it: WARN in warn mode, BLOCK in block mode.
 */
export function normaliseAudit(answer: AuditResult, mode: AuditMode): AuditResult {
  const objects = answer.verdict === "BLOCK" || answer.verdict === "WARN" || (answer.verdict === "OK" && names(answer));
  if (answer.verdict === "OK" && !objects)
    return { verdict: "OK", drift: "none", issue: "", principle: "", correction: "" };
  return {
    verdict: objects ? (mode === "warn" ? "WARN" : "BLOCK") : answer.verdict,
    drift: answer.drift,
    issue: shortened(answer.issue),
    principle: principleIn(answer.principle),
    correction: shortened(answer.correction),
  };
}

function names({ drift, issue }: AuditResult): boolean {
  return drift !== "none" || issue.trim() !== "";
}

function shortened(text: string): string {
  const words = text.trim().split(/\s+/);
  return words.length > WORDS ? `${words.slice(0, WORDS).join(" ")}…` : words.join(" ");
}

/**
 * True when an audit stops the work. In warn mode nothing does: the engine records the objection, and people see it.
 */
export function auditStopsWork(audit: AuditResult | null, mode: AuditMode): boolean {
  return mode === "block" && (audit?.verdict === "BLOCK" || audit?.verdict === "CANNOT_ASSESS");
}
