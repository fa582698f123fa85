/** The approval by a person: what it is bound to, and when it is refused. */
import { isCertainlyBefore } from "#core/events/data/comment-order.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { digestOf, namesDigest, namingDigits } from "#core/values/digest.ts";
import type { Consent } from "./consent.ts";
import { POLICY_APPROVER } from "./policy.ts";
import { handoverOf } from "./run-handover.ts";

/**
 * The event that a consent makes: `approved`, or `approval_rejected` with every reason. Another check
 * (core/commands/permission) decides whether the person may approve.
 */
export function approve(run: Run, consent: Consent): EventDraft {
  const reasons = reasonsAgainst(run, consent);
  const { request } = run;
  if (reasons.length > 0 || request === null)
    return { kind: "approval_rejected", by: consent.by, reasons: [...reasons] };
  const { by, at, comment, account, stepwise } = consent;
  const { digest } = request;
  return {
    kind: "approved",
    by,
    digest,
    handover: handoverOf(run, { by, at, digest }, 0).seal,
    comment,
    account,
    stepwise,
  };
}

/**
 * The event of an approval by policy: the plan fits what the configuration lets begin without a person
 * (core/approval/policy).
 */
export function approvedByPolicy(run: Run, { digest }: NonNullable<Run["request"]>, at: number): EventDraft {
  const handover = handoverOf(run, { by: POLICY_APPROVER, at, digest }, 0).seal;
  return {
    kind: "approved",
    by: POLICY_APPROVER,
    digest,
    handover,
    comment: null,
    account: null,
    stepwise: false,
    policy: true,
  };
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
    [
      digest !== null && !(namesDigest(digest) && request.digest.startsWith(digest)),
      `the plan has another digest: ${namingDigits(request.digest)}`,
    ],
    [
      isBlind(request, digest, writtenAt),
      "it was written before this plan was shown; read the plan, then say it again",
    ],
    [isEdited(run, consent), "the issue was edited after the plan was made; stop this run and set the label again"],
    [digestOf(plan) !== request.digest, "the plan changed after it was shown"],
    [at - request.at > hours * 3_600_000, `the plan was shown more than ${hours} hours ago; begin a new run`],
    [request.reason === "base_already_green", GREEN],
  ];
  return against.flatMap(([applies, why]) => (applies ? [why] : []));
}

const GREEN =
  "the base already does what the rules ask, so nothing would show that work was done; redirect " +
  "it, or change the issue and begin a new run";

function isEdited({ issue }: Run, { issue: now }: Consent): boolean {
  return now.title !== issue.title || now.body !== issue.body;
}

/** A person cannot approve a plan that they cannot have read, unless they name its digest. */
function isBlind({ at: shown }: { readonly at: number }, digest: string | null, said: number): boolean {
  return digest === null && isCertainlyBefore(said, shown);
}

const SECOND_PERSON = "another person than the author of the issue must approve here (require_second_person)";
