/**
 * May the engine take its next step in the name of whoever approved: asked of GitHub at the moment of the step (AUTH-12
 * to AUTH-14, CMD-21).
 */
import { type ApprovalObjection, approvalObjectionTo } from "#core/approval/approval-objection.ts";
import type { ApprovalFacts, EngineIntent } from "#core/approval/recheck-approval.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { giveUp } from "#core/approval/verify-outputs.ts";
import type { EngineCommand } from "#core/decide/engine-command.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import type { GitHub } from "#ports/github.ts";
import { baseStateOf } from "./base-state.ts";
import { plansShownBefore } from "./shown-before.ts";

/** Commands before which it is asked: the start of an iteration, and of the one command that is its own loop. */
const BOUNDARIES: readonly EngineCommand["kind"][] = ["plan", "investigate"];

/**
 * Why not; null when it may. `handoverDigest`: of the hand-over that the workflow run was started with. Throws
 * `Failure("github")`.
 */
export async function objectionNow(
  intent: EngineIntent,
  run: Run,
  handoverDigest: string,
  github: GitHub,
): Promise<ApprovalObjection | null> {
  const freeze = await github.freeze();
  // Whoever approved, by the journal: a comment of anybody else counts for nothing, so all is asked at once.
  const [said, shown, issue, ground] = await Promise.all([
    saidBy(run, github),
    intent === "dispatch" && !github.approvalChecked
      ? plansShownBefore(run.approval?.comment ?? null, run, github)
      : null,
    issueFor(intent, run, github),
    // Where nobody read the plan, nothing else says that base and configuration are the repository's; from then on the
    // seal binds both.
    intent === "dispatch" && run.approval?.policy === true ? baseStateOf(run, github) : null,
  ]);
  return approvalObjectionTo(intent, run, { handoverDigest, ...said, shown, freeze, issue, baseCommit: ground });
}

/** The approving comment and its author's role, where a person approved. */
async function saidBy({ approval }: Run, github: GitHub): Promise<Pick<ApprovalFacts, "comment" | "role">> {
  if (approval?.comment == null || approval.account === null) return { comment: null, role: "none" };
  const { comment: id, account, by: login } = approval;
  const [comment, role] = await Promise.all([github.commentAt(id), github.roleOf({ id: account, login })]);
  return { comment, role };
}

/**
 * What the issue says, until its first work has a score: what a run was approved for is what it makes, and each look
 * costs a request.
 */
async function issueFor(
  intent: EngineIntent,
  { approval, updatedAt, progress }: Run,
  github: GitHub,
): Promise<ApprovalFacts["issue"]> {
  // Nobody read a plan that the configuration approved, and the times are the journal's own: only the issue itself says
  // what it asks for.
  if (intent === "dispatch" && approval?.policy === true) return github.issue();
  // An approval has just been held against it.
  const isFresh = intent === "dispatch" && approval !== null && updatedAt - approval.at < FRESH;
  return intent === "publish" || isFresh || progress.rows.length > 0 ? null : github.issue();
}

/** Milliseconds. */
const FRESH = 60_000;

/**
 * The event that ends the run in place of this command; null where it may be done. Off GitHub whoever approved sits at
 * the keyboard.
 */
export async function haltBefore(
  { kind, ...command }: EngineCommand,
  run: Run,
  github: GitHub | null,
): Promise<EventDraft | null> {
  const isDispatch = kind === "settle" && "effect" in command && command.effect === "dispatch";
  if (github === null || !(isDispatch || BOUNDARIES.includes(kind))) return null;
  const found = await objectionNow(isDispatch ? "dispatch" : "iterate", run, handoverDigestOf(run) ?? "", github);
  return found === null ? null : giveUp(found.reason, found.reasons);
}
