/** Begins a run that no webhook asked for: by a label, an assignment, or `/loop` in a comment. */
import { isSameLogin } from "#core/commands/intent.ts";
import { CATCH_UP_WINDOW, WEBHOOK_GRACE } from "#core/config/poll-intervals.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { type IssueEvent, mayBeginRun } from "#loop/control/context/issue-event.ts";
import { readRepositorySettings } from "#loop/control/context/settings.ts";
import { handleEvent } from "#loop/control/handle/handle-event.ts";
import { hasLabel } from "#loop/control/run/trigger-removed.ts";
import type { IssueNow } from "#ports/github.ts";
import type { Attribution } from "#ports/github-comments.ts";
import { handleMissedIntents } from "./missed-comments.ts";

/**
 * Begins the run of an issue that never had one, in the name of the person who asked for it. Two requests where nobody
 * did and there is no comment, one more where there is. Idempotent. Throws `Failure`.
 */
export async function handleMissedStart(control: ControlContext): Promise<void> {
  const settings = await readRepositorySettings(control);
  if (settings.kind === "wrong") return;
  const { github, clock } = control;
  const issue = await github.issue();
  const asked = await requestIn(issue, settings.config.label, control);
  if (asked !== null && clock.now() - asked.at >= WEBHOOK_GRACE)
    await handleEvent({ ...asked, comment: null, issue, ours: [] }, control);
  if (issue.comments === 0) return;
  const { unhandled } = await github.commentsSince(clock.now() - CATCH_UP_WINDOW);
  await handleMissedIntents(unhandled, (said) => (mayBeginRun(said) ? "start" : "ignored"), control);
}

type MissedRequest = Pick<IssueEvent, "happening"> & Attribution;

/** The label that the issue has, or its assignment to our App, with the account that did it. */
async function requestIn(
  issue: IssueNow,
  label: string,
  { github, appLogin }: Pick<ControlContext, "github" | "appLogin">,
): Promise<MissedRequest | null> {
  const labelled = hasLabel(label, issue) ? await github.labelled(label) : null;
  // We set the label ourselves where a run was asked for in another way.
  if (labelled?.by.type === "User") return { happening: { kind: "label_added", label }, ...labelled };
  const login = await assigneeOfOurs(issue, appLogin);
  const assigned = login === null ? null : await github.assigned(login);
  return login === null || assigned === null ? null : { happening: { kind: "assigned", login }, ...assigned };
}

/** Our App, where the issue is assigned to it. GitHub is asked who we are only where it is assigned at all. */
async function assigneeOfOurs({ assignees }: IssueNow, appLogin: ControlContext["appLogin"]): Promise<string | null> {
  const ours = assignees.length === 0 ? null : await appLogin();
  return assignees.find((login) => isSameLogin(login, ours)) ?? null;
}
