/** From what GitHub tells of an event, in a webhook or to a runner, to what the desk hears; null for whatever is none of its business. Pure. */
import * as z from "zod";
import type { TriggerEvent } from "#core/commands/intent.ts";
import { runInTitle, WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import type { IssueEvent } from "#loop/control/context/control-context.ts";
import type { EndedWorkflowRun } from "#loop/control/reconcile/worker-ended.ts";
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

/** What is heard of an issue and of the pull request of its run, by event and action: whoever passes events on asks GitHub for these, and for no others. */
export const HANDLED_EVENTS = [
  "issues.labeled",
  "issues.unlabeled",
  "issues.closed",
  "issue_comment.created",
  "pull_request_review.submitted",
  "pull_request.closed",
  "pull_request.synchronize",
] as const;

/** Each with what is read of it. A payload of another shape is refused (WH-09). */
const Told = z.discriminatedUnion("event", [
  z.object({ event: z.literal("issues.labeled"), issue: Issue, sender: AccountPayload, label: Label }),
  z.object({ event: z.literal("issues.unlabeled"), issue: Issue, sender: AccountPayload, label: Label }),
  z.object({ event: z.literal("issues.closed"), issue: Issue, sender: AccountPayload }),
  z.object({ event: z.literal("issue_comment.created"), issue: Issue, comment: Comment }),
]);
type Told = z.infer<typeof Told>;

/**
 * What is heard of an issue. `event` is the event's name with its action. A comment that is not as it was created counts as edited,
 * whoever changed it. Our own accounts need no list: we act as Apps only, a webhook tells their `type` as `Bot`, and no person can choose
 * that (https://docs.github.com/webhooks, `sender`); core/commands/intent ignores whoever is no `User`. Throws an `Error` for a payload of another shape.
 */
export function issueEventOf(event: string, payload: object): EventOfIssue | null {
  if (isPullRequestEvent(event, payload)) return pullRequestEventOf(event, payload);
  const told = parsePayload(Told, { ...payload, event });
  const by = told.event === "issue_comment.created" ? told.comment.user : told.sender;
  if (by === null) return null;
  const { number, title, body, user, state, updated_at } = told.issue;
  const comment = told.event === "issue_comment.created" ? told.comment : null;
  const issueEvent: IssueEvent = {
    happening: happeningOf(told),
    by,
    issue: { title, body: body ?? "", author: user?.login ?? "ghost", authorId: user?.id ?? 0, open: state === "open" },
    comment: comment?.id ?? null,
    throughApp: comment?.performed_via_github_app != null,
    at: comment?.created_at ?? updated_at,
    ours: [],
  };
  return { issue: number, event: issueEvent };
}

function happeningOf(told: Told): TriggerEvent {
  switch (told.event) {
    case "issues.labeled":
      return { kind: "label_added", label: told.label.name };
    case "issues.unlabeled":
      return { kind: "label_removed", label: told.label.name };
    case "issues.closed":
      return { kind: "issue_closed" };
    case "issue_comment.created":
      return {
        kind: "comment_created",
        body: told.comment.body,
        edited: told.comment.created_at !== told.comment.updated_at,
      };
  }
}

const Run = z.object({
  id: z.int(),
  event: z.string(),
  /** GitHub may add `@` and a ref. */
  path: z.string(),
  display_title: z.string(),
  conclusion: z.string().nullable(),
});
const RunTold = z.object({ workflow_run: Run });

/** A workflow run of ours that is over; null for every other. Throws an `Error` for a payload of another shape. */
export function endedWorkflowRunOf(payload: object): { readonly issue: number; readonly ended: EndedWorkflowRun } | null {
  const { id, event, path, display_title: title, conclusion } = parsePayload(RunTold, payload).workflow_run;
  const titled = runInTitle(title);
  if (event !== "workflow_dispatch" || path.split("@")[0] !== WORKFLOW_FILE || titled === null) return null;
  return { issue: titled.issue, ended: { id: String(id), title, conclusion: conclusion ?? "no conclusion" } };
}

/** A repository as GitHub tells of it. */
export const RepositoryPayload = z.object({
  id: z.int(),
  name: z.string(),
  node_id: z.string(),
  default_branch: z.string(),
  owner: z.object({ login: z.string() }),
});
/** Where the issue of an event lies, as GitHub says it; pull requests and workflow runs do not say it. */
const Subject = z.object({ repository_url: z.string().optional() }).optional();

const Place = z
  .object({ repository: RepositoryPayload, issue: Subject })
  .refine(isAtHome, { error: "it tells of an issue of another repository" });
const WebhookOrigin = z
  .object({ repository: RepositoryPayload, issue: Subject, installation: z.object({ id: z.int() }) })
  .refine(isAtHome, { error: "it tells of an issue of another repository" });

/** Where a webhook comes from, and what a look at an issue needs. */
export type WebhookOrigin = z.infer<typeof WebhookOrigin>;

/** An issue of one repository never leads to the runs of another one (AUTH-24). */
function isAtHome({
  repository: { owner, name },
  issue,
}: {
  repository: z.infer<typeof RepositoryPayload>;
  issue?: z.infer<typeof Subject>;
}): boolean {
  const at = issue?.repository_url;
  return at === undefined || at.toLowerCase().endsWith(`/repos/${owner.login}/${name}`.toLowerCase());
}

/** Where an event happened. Throws an `Error` for a payload of another shape. */
export function eventPlaceOf(payload: object): z.infer<typeof Place> {
  return parsePayload(Place, payload);
}

/** Where a webhook comes from. Throws an `Error` where it names no installation: there is nothing to act as (WH-23). */
export function webhookOriginOf(payload: object): WebhookOrigin {
  return parsePayload(WebhookOrigin, payload);
}
