/**
 * Re-checks the approval of a run when a job is started for it, in each iteration, and before anything is published: a
 * job that wrote the journal may have changed it, so no line of it is believed alone.
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
 * The approving comment as it is now. `bot`: its author is no person; `throughApp`: an App wrote it in their name;
 * `hidden`: a maintainer minimised it.
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
 * What the job read from GitHub just now. `seal`: digest of the hand-over that this workflow run was started with;
 * `comment` is null when it was deleted.
 */
export interface ApprovalFacts {
  readonly handoverDigest: string;
  readonly comment: ApprovingComment | null;
  /**
   * Digests of the plans that comments of the bot showed before it was written; null where the job did not read them.
   */
  readonly shown: readonly string[] | null;
  /** The role of the comment's author now. */
  readonly role: RepositoryRole;
  /** Why everything is frozen (core/config/kill-switch); null when nothing is. */
  readonly freeze: string | null;
  /** Title and body of the issue now; null where the job did not read them. */
  readonly issue: Pick<Issue, "title" | "body"> | null;
  /** What the default branch holds; null where the job did not read it. */
  readonly baseCommit: BaseCommit | null;
}

/** What the engine does next in the approver's name. */
export type EngineIntent = Extract<IntentKind, "dispatch" | "iterate" | "publish">;

/**
 * Every part of a run that its approved plan binds and that differs now: a job that worked on the run may have written
 * its journal.
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

/** Every reason against the approval of this plan and against going on with it; empty when there is none. */
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

/** Compares text with text: GitHub's times say nothing about changes within a second. */
function isEdited({ issue }: Run, now: ApprovalFacts["issue"]): boolean {
  return now !== null && (now.title !== issue.title || now.body !== issue.body);
}

const EDITED = "the issue was edited after its plan was approved; set the label again for a plan of what it says now";

const UNSHOWN =
  "no comment of ours showed this plan before it was approved; set the label again, and approve " +
  "the plan that is shown then, with its digest";

/**
 * An approver who names no digest means the plan in the comment, and the journal alone cannot say which one that was.
 */
function wasShown(
  shown: ApprovalFacts["shown"],
  { body }: ApprovingComment,
  { digest }: NonNullable<Run["approval"]>,
): boolean {
  const command = findCommand(body)?.command;
  const named = command?.kind === "approve" && command.digest !== null;
  return shown === null || named || shown.includes(digest);
}

/** Objections to the comment as it is now. */
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

/** GitHub compares logins without regard to case. */
function isAuthors({ issue }: Run, login: string): boolean {
  return issue.author.toLowerCase() === login.toLowerCase();
}
