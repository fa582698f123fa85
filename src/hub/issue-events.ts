/**
 * Turns the payload of an event, from a webhook or a runner, into an event of an issue; null for what control does not
 * handle. Pure.
 */
import * as z from "zod";
import type { TriggerEvent } from "#core/commands/intent.ts";
import type { IssueEvent } from "#loop/control/context/control-context.ts";
import { AccountPayload, AppPayload, type EventOfIssue, parsePayload, TimePayload } from "./payload.ts";
import { isPullRequestEvent, pullRequestEventOf } from "./pull-request-events.ts";

const Issue = z.object({
  number: z.int().positive(),
  title: z.string(),
  body: z.string().nullable(),
  /** Null where the account was deleted. */
  user: AccountPayload.nullable(),
  state: z.enum(["open", "closed"]),
  updated_at: TimePayload,
});

const Comment = z.object({
  id: z.int(),
  body: z.string(),
  user: AccountPayload.nullable(),
  created_at: TimePayload,
  updated_at: TimePayload,
  performed_via_github_app: AppPayload,
});
const Label = z.object({ name: z.string() });

/**
 * The events of an issue, and of the pull request of its run, that control handles, with their actions: of those, the
 * bot subscribes to these and no others.
 */
export const HANDLED_EVENTS = [
  "issues.labeled",
  "issues.unlabeled",
  "issues.closed",
  "issue_comment.created",
  "pull_request_review.submitted",
  "pull_request.closed",
  "pull_request.synchronize",
] as const;

/** Each event with the fields that are read of it. A payload of another shape is refused. */
const IssuePayload = z.discriminatedUnion("event", [
  z.object({ event: z.literal("issues.labeled"), issue: Issue, sender: AccountPayload, label: Label }),
  z.object({ event: z.literal("issues.unlabeled"), issue: Issue, sender: AccountPayload, label: Label }),
  z.object({ event: z.literal("issues.closed"), issue: Issue, sender: AccountPayload }),
  z.object({ event: z.literal("issue_comment.created"), issue: Issue, comment: Comment }),
]);
type IssuePayload = z.infer<typeof IssuePayload>;

/**
 * Turns a payload into an event of an issue. `event` is the event's name with its action; null where the account was
 * deleted. A comment that is not as it was created counts as edited, no matter who changed it. Our own accounts need no
 * list: we act as Apps only, a webhook reports their `type` as `Bot`, and no person can choose that
 * (https://docs.github.com/webhooks, `sender`); core/commands/intent ignores every account that is no `User`. Throws an
 * `Error` for a payload of another shape.
 */
export function issueEventOf(event: string, payload: object): EventOfIssue | null {
  if (isPullRequestEvent(event, payload)) return pullRequestEventOf(event, payload);
  const parsed = parsePayload(IssuePayload, { ...payload, event });
  const by = parsed.event === "issue_comment.created" ? parsed.comment.user : parsed.sender;
  if (by === null) return null;
  const { number, title, body, user, state, updated_at } = parsed.issue;
  const comment = parsed.event === "issue_comment.created" ? parsed.comment : null;
  const issueEvent: IssueEvent = {
    happening: happeningOf(parsed),
    by,
    issue: { title, body: body ?? "", author: user?.login ?? "ghost", authorId: user?.id ?? 0, open: state === "open" },
    comment: comment?.id ?? null,
    throughApp: comment?.performed_via_github_app != null,
    at: comment?.created_at ?? updated_at,
    ours: [],
  };
  return { issue: number, event: issueEvent };
}

function happeningOf(parsed: IssuePayload): TriggerEvent {
  switch (parsed.event) {
    case "issues.labeled":
      return { kind: "label_added", label: parsed.label.name };
    case "issues.unlabeled":
      return { kind: "label_removed", label: parsed.label.name };
    case "issues.closed":
      return { kind: "issue_closed" };
    case "issue_comment.created":
      return {
        kind: "comment_created",
        body: parsed.comment.body,
        edited: parsed.comment.created_at !== parsed.comment.updated_at,
      };
  }
}
