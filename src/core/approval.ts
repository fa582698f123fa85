/** The human gate: what an approval is bound to, and when it is refused (architecture 4, Approval; S4.03, C4.04). */
import { digestOf } from "./digest.ts";
import type { Draft } from "./event.ts";
import { type Handover, openHandover, seal } from "./handover.ts";
import { limitsOf, type Run } from "./run.ts";

/** Somebody's approval, as it arrived. `digest` is what they said out loud, at least its first 12 digits; null when they said nothing. */
export interface Consent {
  readonly by: string;
  readonly at: number;
  readonly digest: string | null;
  /** SHA-256 of the audit key made for this approval. */
  readonly keyHash: string;
}

/** The event that a consent makes: `approved`, or `approval_rejected` with every reason. Whether the person may approve is asked elsewhere. */
export function approve(run: Run, consent: Consent): Draft {
  const reasons = reasonsAgainst(run, consent);
  const { request } = run;
  if (reasons.length > 0 || request === null) return { kind: "approval_rejected", by: consent.by, reasons: [...reasons] };
  const { by, at, keyHash } = consent;
  return {
    kind: "approved",
    by,
    digest: request.digest,
    keyHash,
    handover: handoverOf(run, { by, at, keyHash, digest: request.digest }).seal,
  };
}

function reasonsAgainst(run: Run, { digest, at }: Consent): readonly string[] {
  if (run.stage !== "awaiting_approval" || run.request === null || run.plan === null) {
    return [`this run does not wait for an approval: it is ${run.stage}`];
  }
  const { request } = run;
  const hours = limitsOf(run).approvalHours;
  const reasons: string[] = [];
  if (digest !== null && !request.digest.startsWith(digest)) reasons.push(`the plan has another digest: ${request.digest.slice(0, 12)}`);
  if (digestOf(run.plan) !== request.digest) reasons.push("the plan changed after it was shown");
  if (at - request.at > hours * 3_600_000) reasons.push(`the plan was shown more than ${hours} hours ago; begin a new run`);
  if (request.reason === "base_already_green") {
    reasons.push(
      "the base already does what the rules ask, so nothing would show that work was done; change the issue and begin a new run",
    );
  }
  return reasons;
}

function handoverOf(run: Run, approval: Pick<Consent, "by" | "at" | "keyHash"> & { readonly digest: string }): Handover {
  return seal({
    runId: run.runId,
    issue: run.issue.number,
    digest: approval.digest,
    base: run.base.commit,
    keyHash: approval.keyHash,
    approvedBy: approval.by.slice(0, 100),
    approvedAt: approval.at,
  });
}

/** The bench's first event: the hand-over is taken up once, or the run goes back for another approval with the reason `approval_invalid`. */
export function consume(run: Run, now: number): Draft {
  const digest = run.plan === null ? "" : digestOf(run.plan);
  const { approval } = run;
  const handover = approval === null ? null : handoverOf(run, approval);
  const opened = openHandover(handover, {
    now,
    runId: run.runId,
    issue: run.issue.number,
    base: run.base.commit,
    digest,
    rules: run.plan?.rules.length ?? 0,
    approvalHours: limitsOf(run).approvalHours,
    consumed: run.consumed,
  });
  const sealed = opened.ok && opened.handover.seal === approval?.handover;
  return sealed
    ? { kind: "consumed", handover: opened.handover.seal }
    : { kind: "approval_requested", digest: run.request?.digest ?? digest, reason: "approval_invalid" };
}
