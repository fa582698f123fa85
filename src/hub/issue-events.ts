/**
 * Turns the payload of an event, from a webhook or a runner, into an event of an issue; null for what control does not
 * handle. Pure.
 */
import * as z from "zod";
import type { TriggerEvent } from "#core/commands/trigger-event.ts";
import { EventAccount, type IssueEvent } from "#loop/control/context/issue-event.ts";
import { labelOf } from "#text/phrases/label.ts";
import { CommentPayload, type EventOfIssue, parsePayload, TimePayload } from "./payload.ts";
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

/** Each event with the fields that are read of it. A payload of another shape is refused. */
const IssuePayload = z.discriminatedUnion("event", [
  z.object({ event: z.literal("issues.labeled"), issue: Issue, sender: EventAccount, label: Label }),
  z.object({ event: z.literal("issues.unlabeled"), issue: Issue, sender: EventAccount, label: Label }),
  z.object({ event: z.literal("issues.closed"), issue: Issue, sender: EventAccount }),
  z.object({ event: z.literal("issues.assigned"), issue: Issue, sender: EventAccount, assignee: Assignee }),
  z.object({ event: z.literal("issue_comment.created"), issue: Issue, comment: CommentPayload }),
]);
type IssuePayload = z.infer<typeof IssuePayload>;

/**
 * Turns a payload into an event of an issue. `event` is the event's name with its action; null where the account was
 * deleted. Our own accounts need no list: we act as Apps only, a webhook reports their `type` as `Bot`, and no person
 * can choose that (https://docs.github.com/webhooks, `sender`); core/commands/intent ignores every account that is no
 * `User`. Throws an `Error` for a payload of another shape.
 */
export function issueEventOf(event: string, payload: object): EventOfIssue | null {
  if (isPullRequestEvent(event, payload)) return pullRequestEventOf(event, payload);
  const parsed = parsePayload(IssuePayload, { ...payload, event });
  const { number, issue, at, planWaits } = parsed.issue;
  if (parsed.event === "issue_comment.created") {
    const { by, remark, happening: command, ...comment } = parsed.comment;
    const happening: TriggerEvent = remark && planWaits ? { kind: "remark_created" } : command;
    return by === null ? null : { issue: number, event: { ...comment, happening, by, issue, ours: [] } };
  }
  const happening = happeningOf(parsed);
  if (happening === null) return null;
  const happened: IssueEvent = {
    happening,
    by: parsed.sender,
    issue,
    comment: null,
    throughApp: false,
    at,
    ours: [],
  };
  return { issue: number, event: happened };
}

/** Null for an issue that was assigned to a person: only an App can be ours. */
function happeningOf(parsed: Extract<IssuePayload, { sender: unknown }>): TriggerEvent | null {
  switch (parsed.event) {
    case "issues.labeled":
      return { kind: "label_added", label: parsed.label.name };
    case "issues.unlabeled":
      return { kind: "label_removed", label: parsed.label.name };
    case "issues.closed":
      return { kind: "issue_closed" };
    case "issues.assigned":
      return parsed.assignee?.type === "Bot" ? { kind: "assigned", login: parsed.assignee.login } : null;
  }
}
