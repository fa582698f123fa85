/** Re-checks the approval of a run: asks GitHub, at the moment of a step, whether the engine may still take it. */
import { type ApprovalObjection, approvalObjectionTo } from "#core/approval/approval-objection.ts";
import type { ApprovalFacts, EngineIntent } from "#core/approval/recheck-approval.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { giveUp } from "#core/approval/verify-outputs.ts";
import type { EngineCommand } from "#core/decide/engine-command.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { awaitsRehearsalJob } from "#core/run/run-facts.ts";
import type { GitHub } from "#ports/github.ts";
import { baseStateOf } from "./base-state.ts";
import { plansShownBefore } from "./shown-before.ts";

/**
 * Commands before which the approval is re-checked: the start of an iteration, and `investigate`, which has no
 * iterations.
 */
const BOUNDARIES: readonly EngineCommand["kind"][] = ["plan", "investigate"];

/**
 * Gives the objection to the next step of the engine; null when it may take it. `handoverDigest`: of the hand-over that
 * the workflow run was started with. Throws `Failure("github")`.
 */
export async function objectionNow(
  intent: EngineIntent,
  run: Run,
  handoverDigest: string,
  github: GitHub,
): Promise<ApprovalObjection | null> {
  const freeze = await github.freeze();
  // The journal names the approver, and a comment of another account counts for nothing, so all is asked at once.
  const [approval, shown, issue, baseCommit] = await Promise.all([
    approvingCommentOf(run, github),
    intent === "dispatch" && !github.approvalChecked
      ? plansShownBefore(run.approval?.comment ?? null, run, github)
      : null,
    issueFor(intent, run, github),
    // Where no person read the plan, nothing else shows that base and configuration are the repository's; from then on
    // the hand-over digest binds both.
    intent === "dispatch" && run.approval?.policy === true ? baseStateOf(run, github) : null,
  ]);
  return approvalObjectionTo(intent, run, { handoverDigest, ...approval, shown, freeze, issue, baseCommit });
}

/** The approving comment and its author's role, where a person approved. */
async function approvingCommentOf({ approval }: Run, github: GitHub): Promise<Pick<ApprovalFacts, "comment" | "role">> {
  if (approval?.comment == null || approval.account === null) return { comment: null, role: "none" };
  const { comment: id, account, by: login } = approval;
  const [comment, role] = await Promise.all([github.commentAt(id), github.roleOf({ id: account, login })]);
  return { comment, role };
}

/**
 * The issue as it is now, where an edit still counts: until the first iteration has its score. A run makes what it was
 * approved for, and each poll costs a request.
 */
async function issueFor(
  intent: EngineIntent,
  { approval, updatedAt, progress }: Run,
  github: GitHub,
): Promise<ApprovalFacts["issue"]> {
  // No person read a plan that the configuration approved, and the journal made the times itself: only the issue shows
  // what it asks for.
  if (intent === "dispatch" && approval?.policy === true) return github.issue();
  // The approval was compared with the issue a moment ago.
  const isFresh = intent === "dispatch" && approval !== null && updatedAt - approval.at < FRESH;
  return intent === "publish" || isFresh || progress.rows.length > 0 ? null : github.issue();
}

/** Milliseconds for which an approval need not be compared with the issue again. */
const FRESH = 60_000;

/**
 * Gives the event that ends the run in place of this command; null where the command may be performed. Off GitHub
 * nothing is re-checked: the approver runs the command line.
 */
export async function haltBefore(
  { kind, ...command }: EngineCommand,
  run: Run,
  github: GitHub | null,
): Promise<EventDraft | null> {
  const isDispatch = kind === "settle" && "effect" in command && command.effect === "dispatch";
  if (github === null || !(isDispatch || BOUNDARIES.includes(kind))) return null;
  if (isDispatch && awaitsRehearsalJob(run)) return haltOnFreeze(await github.freeze());
  const found = await objectionNow(isDispatch ? "dispatch" : "iterate", run, handoverDigestOf(run) ?? "", github);
  return found === null ? null : giveUp(found.reason, found.reasons);
}

/** Nothing is approved before a plan was tried: the kill switch alone counts. */
function haltOnFreeze(freeze: string | null): EventDraft | null {
  return freeze === null ? null : giveUp("frozen", [freeze]);
}
