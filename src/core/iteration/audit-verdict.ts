/** An auditor's answer in the one form that the engine acts on: its verdict decides, not the words beside it. */
import type * as z from "zod";
import type { Config } from "#core/config/config.ts";
import { AuditResult } from "#core/events/data/review-results.ts";
import { principleIn } from "./principles.ts";

export type AuditMode = Config["audit"]["mode"];

const WORDS = 15;

/** What a model writes into a field that it has nothing to say in. */
const NOTHING =
  /^\W*(?:n\/?a|none|nil|null|nothing|no(?:t applicable| \w+(?: (?:was |were )?(?:found|detected|seen))?))?\W*$/i;

/**
 * The answer that an auditor is asked for. An OK that names a drift or a principle contradicts itself: a finding is
 * never OK, so it does not fit, and the auditor is asked again.
 */
export const AuditAnswer: z.ZodType<AuditResult> = AuditResult.refine(
  ({ verdict, drift, principle }) => verdict !== "OK" || (drift === "none" && principleIn(principle) === ""),
  {
    error: "OK names a drift or a principle: a finding is never OK; say BLOCK, or leave drift none and principle empty",
    path: ["verdict"],
  },
);

/**
 * The answer in that form: at most fifteen words each, and a principle by its id. OK keeps its words as a note where
 * they say something. An objection has the name that the mode gives it: WARN in warn mode, BLOCK in block mode.
 */
export function normaliseAudit({ verdict, drift, ...said }: AuditResult, mode: AuditMode): AuditResult {
  const issue = shortened(said.issue);
  if (verdict === "OK")
    return { verdict, drift: "none", issue: NOTHING.test(issue) ? "" : issue, principle: "", correction: "" };
  const objection = mode === "warn" ? "WARN" : "BLOCK";
  return {
    verdict: verdict === "CANNOT_ASSESS" ? verdict : objection,
    drift,
    issue,
    principle: principleIn(said.principle),
    correction: shortened(said.correction),
  };
}

function shortened(text: string): string {
  const words = text.trim().split(/\s+/);
  return words.length > WORDS ? `${words.slice(0, WORDS).join(" ")}…` : words.join(" ");
}

/**
 * True when an audit stops the work: an objection in block mode. In warn mode nothing does, and want of evidence never
 * does: the engine records what was said, and people see it.
 */
export function auditStopsWork(audit: AuditResult | null, mode: AuditMode): boolean {
  return mode === "block" && audit?.verdict === "BLOCK";
}
