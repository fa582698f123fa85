/** The human gate: what an approval is bound to, and when it is refused (architecture 4, Approval; S4.03, C4.04). */
import { isCertainlyBefore } from "#core/events/data/comment-order.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Issue } from "#core/plan/issue.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import { limitsOf, type Run } from "#core/run/run.ts";
import { digestOf } from "#core/values/digest.ts";
import { type Handover, handoverFrom, openHandover } from "./handover.ts";
import { leaseFrom } from "./lease.ts";
import { POLICY_APPROVER } from "./policy.ts";

/** Somebody's approval, as it arrived. `digest` is what they said out loud, at least its first 12 digits; null when they said nothing. */
export interface Consent {
  readonly by: string;
  readonly at: number;
  readonly digest: string | null;
  /** The run is to pause after each iteration. */
  readonly stepwise: boolean;
  /** When it was said, in milliseconds: before `at`, which is when it is heard. */
  readonly writtenAt: number;
  /** The comment on GitHub and the number of its author; null off GitHub. */
  readonly comment: number | null;
  readonly account: number | null;
  /** Of the issue; absent off GitHub, where nobody asks. */
  readonly isAuthor?: boolean;
  /** Title and body of the issue as they are now. */
  readonly issue: Pick<Issue, "title" | "body">;
}

/** The event that a consent makes: `approved`, or `approval_rejected` with every reason. Whether the person may approve is asked elsewhere. */
export function approve(run: Run, consent: Consent): EventDraft {
  const reasons = reasonsAgainst(run, consent);
  const { request } = run;
  if (reasons.length > 0 || request === null) return { kind: "approval_rejected", by: consent.by, reasons: [...reasons] };
  const { by, at, comment, account, stepwise } = consent;
  const { digest } = request;
  return { kind: "approved", by, digest, handover: handoverOf(run, { by, at, digest }, 0).seal, comment, account, stepwise };
}

/** The event by which nobody approves: the plan fits what the configuration lets begin without a person (core/approval/policy). */
export function approvedByPolicy(run: Run, { digest }: NonNullable<Run["request"]>, at: number): EventDraft {
  const handover = handoverOf(run, { by: POLICY_APPROVER, at, digest }, 0).seal;
  return { kind: "approved", by: POLICY_APPROVER, digest, handover, comment: null, account: null, stepwise: false, policy: true };
}

function reasonsAgainst(run: Run, consent: Consent): readonly string[] {
  const { request, plan } = run;
  if (run.stage !== "awaiting_approval" || request === null || plan === null) {
    return [`this run does not wait for an approval: it is ${run.stage}`];
  }
  const { digest, at, writtenAt, isAuthor } = consent;
  const hours = limitsOf(run).approvalHours;
  const against: readonly (readonly [applies: boolean, why: string])[] = [
    [run.stopRequest !== null, "somebody asked this run to stop"],
    [isAuthor === true && run.config.require_second_person, SECOND_PERSON],
    [digest !== null && !request.digest.startsWith(digest), `the plan has another digest: ${request.digest.slice(0, 12)}`],
    [isBlind(request, digest, writtenAt), "it was written before this plan was shown; read the plan, then say it again"],
    [isEdited(run, consent), "the issue was edited after the plan was made; stop this run and set the label again"],
    [digestOf(plan) !== request.digest, "the plan changed after it was shown"],
    [at - request.at > hours * 3_600_000, `the plan was shown more than ${hours} hours ago; begin a new run`],
    [request.reason === "base_already_green", GREEN],
  ];
  return against.flatMap(([applies, why]) => (applies ? [why] : []));
}

const GREEN =
  "the base already does what the rules ask, so nothing would show that work was done; redirect it, or change the issue and begin a new run";

function isEdited({ issue }: Run, { issue: now }: Consent): boolean {
  return now.title !== issue.title || now.body !== issue.body;
}

/** Nobody approves what they cannot have read, unless they say its digest. */
function isBlind({ at: shown }: { readonly at: number }, digest: string | null, said: number): boolean {
  return digest === null && isCertainlyBefore(said, shown);
}

const SECOND_PERSON = "another person than the author of the issue must approve here (require_second_person)";

function handoverOf(run: Run, approval: Pick<Consent, "by" | "at"> & { readonly digest: string }, round: number): Handover {
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

/** The seal of the hand-over that waits to be taken up, or was taken up last; null before an approval. */
export function handoverDigestOf(run: Run): string | null {
  const { approval, claimed } = run;
  return approval === null ? null : handoverOf(run, approval, roundOf(run) - (claimed ? 1 : 0)).seal;
}

/** Each hand-over has a seal of its own, also after one that nobody took up: else the workflow run that failed to would be taken for the next one. */
function roundOf({ takenUp, missed }: Run): number {
  return takenUp + missed;
}

/** How much the work will be held against: the rules, or for an answer the proof of its quotations. None: nobody may take it up. */
function criteriaOf({ plan }: Run): number {
  if (plan === null) return 0;
  return WORKFLOWS[plan.workflow].answers ? 1 : plan.rules.length;
}

/** Who takes a hand-over up. `keyHash`: SHA-256 of the audit key made for it; `worker`: the workflow run, null off GitHub. */
export interface HandoverClaim {
  readonly now: number;
  readonly keyHash: string;
  readonly worker: string | null;
}

/** The bench's first event: the hand-over is taken up once, or the run goes back for another approval with the reason `approval_invalid`. */
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
    // What was taken up in time may be carried on later.
    approvalHours: takenUp === 0 ? limitsOf(run).approvalHours : Infinity,
    claimed: run.claimed,
  });
  const sealed = approval !== null && handoverOf(run, approval, 0).seal === approval.handover;
  return opened.ok && sealed
    ? { kind: "consumed", handover: opened.handover.seal, keyHash, worker, ...leaseFrom(now, worker) }
    : { kind: "approval_requested", digest: run.request?.digest ?? digest, reason: "approval_invalid" };
}
