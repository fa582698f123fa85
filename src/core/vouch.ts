/** Does a maintainer still stand behind this run: asked again before anything is published, because no line of a journal is believed alone (architecture 2). */
import { sealOf } from "./approval.ts";
import { canonical, digestOf } from "./digest.ts";
import { allowed, type Role } from "./permission.ts";
import type { Run } from "./run.ts";
import { firstLine } from "./scan.ts";
import { slashOf } from "./slash.ts";

/** The approving comment as it is now. */
export interface Approving {
  readonly body: string;
  readonly account: number;
  readonly login: string;
  readonly bot: boolean;
  readonly edited: boolean;
}

/** What was read just now. `seal`: of the hand-over that this workflow run was started with; `comment` is null when it is gone. */
export interface Standing {
  readonly seal: string;
  readonly comment: Approving | null;
  /** The role of the comment's author now. */
  readonly role: Role;
}

/** Every part of a run that its approved plan binds and that is another now: a journal may have been written by a job that worked on it. */
export function unbound({ plan, approval, base, issue, config }: Run): readonly string[] {
  if (approval === null || plan === null) return ["nobody approved this run"];
  return [
    ...(digestOf(plan) === approval.digest ? [] : ["the plan is not the one that was approved"]),
    ...(canonical(base) === canonical(plan.base) ? [] : ["the base is not the one that was approved"]),
    ...(canonical(issue) === canonical(plan.issue) ? [] : ["the issue is not the one that was approved"]),
    ...(digestOf(config) === plan.config ? [] : ["the configuration is not the one that was approved"]),
  ];
}

/** Every reason against believing that this plan was approved; empty when it may be published. */
export function reasonsAgainst(run: Run, { seal, comment, role }: Standing): readonly string[] {
  const { approval } = run;
  if (approval === null) return unbound(run);
  if (comment === null) return ["the comment that approved the plan is gone"];
  return [
    ...(sealOf(run) === seal ? [] : ["this workflow run was started for another hand-over than the journal holds"]),
    ...unbound(run),
    ...(comment.bot || comment.account !== approval.account || comment.login !== approval.by
      ? ["somebody else wrote the approving comment"]
      : []),
    ...(comment.edited ? ["the approving comment was edited"] : []),
    ...(approves(comment.body, run) ? [] : ["the approving comment does not approve this plan"]),
    ...(allowed({ kind: "approve" }, { role, isAuthor: false }) ? [] : [`${approval.by} may not approve any more`]),
  ];
}

function approves(body: string, { approval, config }: Run): boolean {
  const line = firstLine(body);
  const slash = line === null ? null : slashOf(line);
  if (slash === null || slash.command.kind !== "approve" || !(slash.named || config.commands.bare)) return false;
  return slash.command.digest === null || approval?.digest.startsWith(slash.command.digest) === true;
}
