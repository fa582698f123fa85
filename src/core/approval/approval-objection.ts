/**
 * An objection to a run's approval as the engine handles it: it ends the run, or suspends it until a maintainer
 * decides.
 */
import type { Run } from "#core/run/run.ts";
import { type ApprovalFacts, type EngineIntent, reasonsAgainstApproval } from "./recheck-approval.ts";

/** Ends a run that must not go on. */
export interface ApprovalObjection {
  readonly reason: "frozen" | "approval_void";
  readonly reasons: readonly string[];
}

/**
 * Decides whether the engine may take its next step; null when it may. A freeze says nothing about the approval: a
 * maintainer can resume what it suspended.
 */
export function approvalObjectionTo(intent: EngineIntent, run: Run, vouching: ApprovalFacts): ApprovalObjection | null {
  if (vouching.freeze !== null) return { reason: "frozen", reasons: [vouching.freeze] };
  const reasons = reasonsAgainstApproval(run, vouching, intent);
  return reasons.length === 0 ? null : { reason: "approval_void", reasons };
}
