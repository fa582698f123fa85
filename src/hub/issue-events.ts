/**
 * Turns the payload of an event, from a webhook or a runner, into an event of an issue; null for what control does not
 * handle. Pure.
 */
import * as z from "zod";
import type { TriggerEvent } from "#core/commands/trigger-event.ts";
import { EventAccount } from "#loop/control/context/issue-event.ts";
import { labelOf } from "#text/phrases/label.ts";
import { CommentPayload, type EventOfIssue, type EventSchemas, parseEvent, TimePayload } from "./payload.ts";
import { isPullRequestEvent, pullRequestEventOf } from "./pull-request-events.ts";

/** The issue as an event holds it, with its number and the time of its last change. */
const Issue = z
  .object({
    number: z.int().positive(),
    title: z.string(),
    body: z.string().nullable(),
    /** Null where the account was deleted. */
    user: EventAccount.nullable(),
    state: z.enum(["open", "closed"]),
    updated_at: TimePayload,
    labels: z.array(z.object({ name: z.string() })).default([]),
  })
  .transform(({ number, title, body, user, state, updated_at: at, labels }) => ({
    number,
    at,
    /** Its plan waits for an approval: on every other issue a comment without a command is no event. */
    planWaits: labels.some(({ name }) => name === labelOf("awaiting_approval")),
    issue: { title, body: body ?? "", author: user?.login ?? "ghost", authorId: user?.id ?? 0, open: state === "open" },
  }));

const Label = z.object({ name: z.string() });

/** Absent, or null, where the account was deleted meanwhile. */
const Assignee = z.object({ login: z.string(), type: z.string() }).nullish();

/**
 * The events of an issue, and of the pull request of its run, that control handles, with their actions: of those, the
 * bot subscribes to these and no others.
 */
export const HANDLED_EVENTS = [
  "issues.labeled",
  "issues.unlabeled",
  "issues.closed",
  "issues.assigned",
  "issue_comment.created",
  "pull_request_review.submitted",
  "pull_request.closed",
  "pull_request.synchronize",
] as const;

const Happened = z.object({ issue: Issue, sender: EventAccount });
const Labelled = Happened.extend({ label: Label });

/** What each event tells. A payload of another shape is refused. */
const ISSUE_EVENTS: EventSchemas = {
  "issues.labeled": Labelled.transform(({ label, ...rest }) =>
    happened({ kind: "label_added", label: label.name }, rest),
  ),
  "issues.unlabeled": Labelled.transform(({ label, ...rest }) =>
    happened({ kind: "label_removed", label: label.name }, rest),
  ),
  "issues.closed": Happened.transform((rest) => happened({ kind: "issue_closed" }, rest)),
  // An issue that was assigned to a person is no event: only an App can be ours.
  "issues.assigned": Happened.extend({ assignee: Assignee }).transform(({ assignee, ...rest }) =>
    assignee?.type === "Bot" ? happened({ kind: "assigned", login: assignee.login }, rest) : null,
  ),
  "issue_comment.created": z.object({ issue: Issue, comment: CommentPayload }).transform(commented),
};

/**
 * Turns a payload into an event of an issue. `event` is the event's name with its action; null where the account was
 * deleted. Our own accounts need no list: we act as Apps only, a webhook reports their `type` as `Bot`, and no person
 * can choose that (https://docs.github.com/webhooks, `sender`); core/commands/intent ignores every account that is no
 * `User`. Throws an `Error` for a payload of another shape.
 */
export function issueEventOf(event: string, payload: object): EventOfIssue | null {
  return isPullRequestEvent(event, payload)
    ? pullRequestEventOf(event, payload)
    : parseEvent(ISSUE_EVENTS, event, payload);
}

type IssueParts = z.infer<typeof Issue>;

function happened(happening: TriggerEvent, { issue, sender }: z.infer<typeof Happened>) {
  const event = { happening, by: sender, issue: issue.issue, comment: null, throughApp: false, at: issue.at, ours: [] };
  return { issue: issue.number, event };
}

function commented({ issue, comment }: { issue: IssueParts; comment: z.infer<typeof CommentPayload> }) {
  const { by, remark, happening: command, comment: id, throughApp, at } = comment;
  const happening: TriggerEvent = remark && issue.planWaits ? { kind: "remark_created" } : command;
  if (by === null) return null;
  return { issue: issue.number, event: { happening, by, issue: issue.issue, comment: id, throughApp, at, ours: [] } };
}
