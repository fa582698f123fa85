/**
 * Does a maintainer still stand behind this run: asked again at every boundary and before anything is published,
 * because no line of a journal is believed alone (architecture 2).
 */
import { findCommand } from "#core/commands/find-command.ts";
import { authorize, type IntentKind, type RepositoryRole } from "#core/commands/permission.ts";
import type { Issue } from "#core/plan/issue.ts";
import type { Run } from "#core/run/run.ts";
import { canonicalJson, digestOf } from "#core/values/digest.ts";
import { reasonsAgainstPolicy } from "./policy.ts";
import { type BaseCommit, doubtsAboutBase } from "./recheck-base.ts";
import { handoverDigestOf } from "./run-handover.ts";

/**
 * The approving comment as it is now. `bot`: its author is no person; `throughApp`: an App said it in their name;
 * `hidden`: somebody minimised it.
 */
export interface ApprovingComment {
  readonly body: string;
  readonly account: number;
  readonly login: string;
  readonly bot: boolean;
  readonly edited: boolean;
  readonly throughApp: boolean;
  readonly hidden: boolean;
}

/**
 * What was read just now. `seal`: of the hand-over that this workflow run was started with; `comment` is null when it
 * is gone.
 */
export interface ApprovalFacts {
  readonly handoverDigest: string;
  readonly comment: ApprovingComment | null;
  /** Digests of the plans that our own comments showed before it was written; null where that was not asked. */
  readonly shown: readonly string[] | null;
  /** The role of the comment's author now. */
  readonly role: RepositoryRole;
  /** Why everything is held up (core/config/kill-switch); null when nothing is. */
  readonly freeze: string | null;
  /** What the issue says now; null where that was not asked. */
  readonly issue: Pick<Issue, "title" | "body"> | null;
  /** What the default branch holds; null where that was not asked. */
  readonly baseCommit: BaseCommit | null;
}

/** What the engine wants to do next in the approver's name. */
export type EngineIntent = Extract<IntentKind, "dispatch" | "iterate" | "publish">;

/**
 * Every part of a run that its approved plan binds and that is another now: a journal may have been written by a job
 * that worked on it.
 */
export function bindingViolations({ plan, approval, base, issue, config }: Run): readonly string[] {
  if (approval === null || plan === null) return ["nobody approved this run"];
  return [
    ...(digestOf(plan) === approval.digest ? [] : ["the plan is not the one that was approved"]),
    ...(canonicalJson(base) === canonicalJson(plan.base) ? [] : ["the base is not the one that was approved"]),
    ...(canonicalJson(issue) === canonicalJson(plan.issue) ? [] : ["the issue is not the one that was approved"]),
    ...(digestOf(config) === plan.config ? [] : ["the configuration is not the one that was approved"]),
  ];
}

/** Every reason against believing that this plan was approved and may be gone on with; empty when it may. */
export function reasonsAgainstApproval(
  run: Run,
  { handoverDigest, comment, shown, role, issue, baseCommit }: ApprovalFacts,
  intent: EngineIntent,
): readonly string[] {
  const { approval } = run;
  if (approval === null) return bindingViolations(run);
  const sealed = [
    ...(handoverDigestOf(run) === handoverDigest
      ? []
      : ["this workflow run was started for another hand-over than the journal holds"]),
    ...(isEdited(run, issue) ? [EDITED] : []),
    ...(baseCommit === null ? [] : doubtsAboutBase(run, baseCommit)),
  ];
  if (approval.policy) return [...sealed, ...bindingViolations(run), ...reasonsAgainstPolicy(run)];
  if (comment === null) return ["the comment that approved the plan is gone"];
  const denial = authorize(intent, { role, isAuthor: false, throughApp: comment.throughApp, freeze: null });
  return [
    ...sealed,
    ...bindingViolations(run),
    ...doubtsAbout(comment, run, approval),
    ...(wasShown(shown, comment, approval) ? [] : [UNSHOWN]),
    ...(denial === null ? [] : [denial.by === "role" ? `${approval.by} may not approve any more` : denial.why]),
  ];
}

/** Words against words: times say nothing of what was changed within a second (RACE-06, LIFE-06). */
function isEdited({ issue }: Run, now: ApprovalFacts["issue"]): boolean {
  return now !== null && (now.title !== issue.title || now.body !== issue.body);
}

const EDITED = "the issue was edited after its plan was approved; set the label again for a plan of what it says now";

const UNSHOWN =
  "no comment of ours showed this plan before it was approved; set the label again, and approve the plan that is shown then, with its digest";

/** Who names no digest means the plan that stands there, and that is not the journal's to say. */
function wasShown(
  shown: ApprovalFacts["shown"],
  { body }: ApprovingComment,
  { digest }: NonNullable<Run["approval"]>,
): boolean {
  const command = findCommand(body)?.command;
  const named = command?.kind === "approve" && command.digest !== null;
  return shown === null || named || shown.includes(digest);
}

/** What is wrong with the comment as it stands there now. */
function doubtsAbout(
  comment: ApprovingComment,
  run: Run,
  { account, by }: NonNullable<Run["approval"]>,
): readonly string[] {
  const isTheirs = !comment.bot && comment.account === account && comment.login === by;
  return [
    ...(isTheirs ? [] : ["somebody else wrote the approving comment"]),
    ...(run.config.require_second_person && isAuthors(run, by)
      ? ["the author of the issue approved it, and another person must"]
      : []),
    ...(comment.edited ? ["the approving comment was edited"] : []),
    ...(comment.hidden ? ["the approving comment was hidden"] : []),
    ...(approves(comment.body, run) ? [] : ["the approving comment does not approve this plan"]),
  ];
}

function approves(body: string, { approval, config }: Run): boolean {
  const slash = findCommand(body);
  if (slash === null || slash.command.kind !== "approve" || !(slash.named || config.commands.bare)) return false;
  return slash.command.digest === null || approval?.digest.startsWith(slash.command.digest) === true;
}

/** Logins differ by more than their case. */
function isAuthors({ issue }: Run, login: string): boolean {
  return issue.author.toLowerCase() === login.toLowerCase();
}
