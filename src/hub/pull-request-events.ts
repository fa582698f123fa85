/** Turns payloads about pull requests into events of an issue: comments, reviews, pushes, and closed pull requests. */
import * as z from "zod";
import { reviewSubmitted } from "#core/commands/trigger-event.ts";
import { EventAccount, type IssueEvent } from "#loop/control/context/issue-event.ts";
import { issueIn } from "#text/phrases/issue-mark.ts";
import { CommentPayload, type EventOfIssue, type EventSchemas, parseEvent, TimePayload } from "./payload.ts";

const Id = z.int().positive();
const Repository = z.object({ id: z.int() });

/** `head.repo` is null where a fork was deleted. */
const Pull = z.object({
  number: Id,
  /** Null, or absent, where GitHub does not say it with the event. */
  merged: z.boolean().nullish(),
  updated_at: TimePayload,
  head: z.object({ ref: z.string(), repo: Repository.nullable() }),
  base: z.object({ repo: Repository }),
});

/** GitHub reports comments of a pull request as comments of an issue. */
const Talk = z.object({ number: Id, body: z.string().nullable(), pull_request: z.object({}).loose() });
const Review = z.object({
  id: z.int(),
  body: z.string().nullable(),
  state: z.string(),
  user: EventAccount.nullable(),
  submitted_at: TimePayload,
});

const Changed = z.object({ pull_request: Pull, sender: EventAccount });

/** What each event tells. A payload of another shape is refused. */
const PULL_REQUEST_EVENTS: EventSchemas = {
  "issue_comment.created": z.object({ issue: Talk, comment: CommentPayload }).transform(commented),
  "pull_request_review.submitted": z.object({ pull_request: Pull, review: Review }).transform(reviewed),
  "pull_request.closed": Changed.transform((parsed) =>
    branchChange(parsed.pull_request.merged === true ? "pull_merged" : "pull_closed", parsed),
  ),
  "pull_request.synchronize": Changed.transform((parsed) => branchChange("pull_pushed", parsed)),
};

/** True for an event of a pull request. Called for each webhook: it costs a hundredth of a schema that does not fit. */
export function isPullRequestEvent(event: string, payload: object): boolean {
  if (event.startsWith("pull_request")) return true;
  const issue: unknown = Object.hasOwn(payload, "issue") ? Reflect.get(payload, "issue") : null;
  const pull: unknown = typeof issue === "object" && issue !== null ? Reflect.get(issue, "pull_request") : null;
  return typeof pull === "object" && pull !== null;
}

/**
 * Turns a payload into an event of the issue that the pull request is about; null for what control does not handle. The
 * name of the branch says which issue it is; for a comment, whose payload has no branch, the text of the pull request
 * does, which we wrote. The journal of the issue's run decides whether that is true
 * (`loop/control/handle/handle-event`). Throws an `Error` for a payload of another shape.
 */
export function pullRequestEventOf(event: string, payload: object): EventOfIssue | null {
  return parseEvent(PULL_REQUEST_EVENTS, event, payload);
}

/** The author of the pull request is one of our Apps: no person has an author's rights here. */
const WITHOUT_AUTHOR: IssueEvent["issue"] = { title: "", body: "", author: "ghost", authorId: 0, open: true };

type EventParts = Pick<IssueEvent, "happening" | "by" | "comment" | "throughApp" | "at" | "pull">;

function eventOf(issue: number | null, parts: EventParts): EventOfIssue | null {
  return issue === null ? null : { issue, event: { ...parts, issue: WITHOUT_AUTHOR, ours: [] } };
}

/** The issue that a pull request is about; null where its branch is a fork's, or none of ours. */
function issueOf({ head, base }: z.infer<typeof Pull>): number | null {
  return head.repo?.id === base.repo.id ? issueOfBranch(head.ref) : null;
}

/** The issue that the name of a work branch says; null for a branch that is none of ours. */
export function issueOfBranch(branch: string): number | null {
  const [, digits] = /^loop\/([1-9]\d{0,9})-/.exec(branch) ?? [];
  return digits === undefined ? null : Number(digits);
}

interface Commented {
  readonly issue: z.infer<typeof Talk>;
  readonly comment: z.infer<typeof CommentPayload>;
}

function commented({ issue, comment: { by, remark: _, ...comment } }: Commented): EventOfIssue | null {
  if (by === null) return null;
  return eventOf(issueIn(issue.body ?? ""), { ...comment, by, pull: { number: issue.number, review: null } });
}

interface Reviewed {
  readonly pull_request: z.infer<typeof Pull>;
  readonly review: z.infer<typeof Review>;
}

function reviewed({ pull_request: request, review }: Reviewed): EventOfIssue | null {
  const { id, body, state, user: by, submitted_at: at } = review;
  if (by === null || state.toLowerCase() !== "changes_requested") return null;
  const pull = { number: request.number, review: id };
  return eventOf(issueOf(request), {
    happening: reviewSubmitted(body ?? ""),
    by,
    comment: null,
    throughApp: false,
    at,
    pull,
  });
}

function branchChange(
  kind: "pull_closed" | "pull_merged" | "pull_pushed",
  { pull_request: request, sender: by }: z.infer<typeof Changed>,
): EventOfIssue | null {
  const { number, updated_at: at } = request;
  const pull = { number, review: null };
  return eventOf(issueOf(request), { happening: { kind }, by, comment: null, throughApp: false, at, pull });
}
