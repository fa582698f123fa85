/** The hand-over of a run: made of its approval, bound by a digest, and claimed once by one workflow run. */
import type { EventDraft } from "#core/events/event.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { digestOf } from "#core/values/digest.ts";
import type { Consent } from "./consent.ts";
import { type Handover, handoverFrom, openHandover } from "./handover.ts";
import { leaseFrom } from "./lease.ts";

export function handoverOf(
  run: Run,
  approval: Pick<Consent, "by" | "at"> & { readonly digest: string },
  round: number,
): Handover {
  return handoverFrom({
    runId: run.runId,
    issue: run.issue.number,
    digest: approval.digest,
    base: run.base.commit,
    approvedBy: approval.by.slice(0, 100),
    approvedAt: approval.at,
    round,
  });
}

/** Digest of the hand-over that waits to be claimed, or was claimed last; null before an approval. */
export function handoverDigestOf(run: Run): string | null {
  const { approval, claimed } = run;
  return approval === null ? null : handoverOf(run, approval, roundOf(run) - (claimed ? 1 : 0)).seal;
}

/**
 * Each hand-over has a digest of its own, also after one that no workflow run claimed: else the workflow run that
 * failed to would be mistaken for the next one.
 */
function roundOf({ takenUp, missed }: Run): number {
  return takenUp + missed;
}

/**
 * How many checks will judge the work: the rules, or for an answer the check of its quotations. Zero: no workflow run
 * may claim the hand-over.
 */
function criteriaOf({ plan }: Run): number {
  if (plan === null) return 0;
  return WORKFLOWS[plan.workflow].answers ? 1 : plan.rules.length;
}

/**
 * The workflow run that claims a hand-over. `keyHash`: SHA-256 of the audit key made for it; `worker`: the workflow
 * run, null off GitHub.
 */
export interface HandoverClaim {
  readonly now: number;
  readonly keyHash: string;
  readonly worker: string | null;
}

/**
 * The run job's first event: it claims the hand-over once, or the run goes back for another approval with the reason
 * `approval_invalid`.
 */
export function claimHandover(run: Run, { now, keyHash, worker }: HandoverClaim): EventDraft {
  const digest = run.plan === null ? "" : digestOf(run.plan);
  const { approval, takenUp } = run;
  const handover = approval === null ? null : handoverOf(run, approval, roundOf(run));
  const opened = openHandover(handover, {
    now,
    runId: run.runId,
    issue: run.issue.number,
    base: run.base.commit,
    digest,
    rules: criteriaOf(run),
    // A workflow run that claimed the hand-over in time may go on later.
    approvalHours: takenUp === 0 ? limitsOf(run).approvalHours : Infinity,
    claimed: run.claimed,
  });
  const sealed = approval !== null && handoverOf(run, approval, 0).seal === approval.handover;
  return opened.ok && sealed
    ? { kind: "consumed", handover: opened.handover.seal, keyHash, worker, ...leaseFrom(now, worker) }
    : { kind: "approval_requested", digest: run.request?.digest ?? digest, reason: "approval_invalid" };
}
