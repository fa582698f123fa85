/** Turns payloads about pull requests into events of an issue: comments, reviews, pushes, and closed pull requests. */
import * as z from "zod";
import { reviewSubmitted } from "#core/commands/trigger-event.ts";
import { EventAccount, type IssueEvent } from "#loop/control/context/issue-event.ts";
import { issueIn } from "#text/phrases/issue-mark.ts";
import { CommentPayload, type EventOfIssue, parsePayload, TimePayload } from "./payload.ts";

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

const PullRequestPayload = z.discriminatedUnion("event", [
  z.object({ event: z.literal("issue_comment.created"), issue: Talk, comment: CommentPayload }),
  z.object({ event: z.literal("pull_request_review.submitted"), pull_request: Pull, review: Review }),
  z.object({ event: z.literal("pull_request.closed"), pull_request: Pull, sender: EventAccount }),
  z.object({ event: z.literal("pull_request.synchronize"), pull_request: Pull, sender: EventAccount }),
]);
type PullRequestPayload = z.infer<typeof PullRequestPayload>;

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
  const parsed = parsePayload(PullRequestPayload, { ...payload, event });
  const [issue, parts] = [issueOf(parsed), partsIn(parsed)];
  return issue === null || parts === null ? null : { issue, event: { ...parts, issue: WITHOUT_AUTHOR, ours: [] } };
}

/** The author of the pull request is one of our Apps: no person has an author's rights here. */
const WITHOUT_AUTHOR: IssueEvent["issue"] = { title: "", body: "", author: "ghost", authorId: 0, open: true };

function issueOf(parsed: PullRequestPayload): number | null {
  if ("issue" in parsed) return issueIn(parsed.issue.body ?? "");
  const { head, base } = parsed.pull_request;
  return head.repo?.id === base.repo.id ? issueOfBranch(head.ref) : null;
}

/** The issue that the name of a work branch says; null for a branch that is none of ours. */
export function issueOfBranch(branch: string): number | null {
  const [, digits] = /^loop\/([1-9]\d{0,9})-/.exec(branch) ?? [];
  return digits === undefined ? null : Number(digits);
}

type EventParts = Pick<IssueEvent, "happening" | "by" | "comment" | "throughApp" | "at" | "pull">;

function partsIn(parsed: PullRequestPayload): EventParts | null {
  switch (parsed.event) {
    case "issue_comment.created": {
      const { by, remark: _, ...comment } = parsed.comment;
      return by === null ? null : { ...comment, by, pull: { number: parsed.issue.number, review: null } };
    }
    case "pull_request_review.submitted": {
      const { id, body, state, user: by, submitted_at: at } = parsed.review;
      if (by === null || state.toLowerCase() !== "changes_requested") return null;
      const pull = { number: parsed.pull_request.number, review: id };
      return { happening: reviewSubmitted(body ?? ""), by, comment: null, throughApp: false, at, pull };
    }
    case "pull_request.closed":
      return branchChange(parsed.pull_request.merged === true ? "pull_merged" : "pull_closed", parsed);
    case "pull_request.synchronize":
      return branchChange("pull_pushed", parsed);
  }
}

function branchChange(
  kind: "pull_closed" | "pull_merged" | "pull_pushed",
  parsed: Extract<PullRequestPayload, { sender: unknown }>,
): EventParts {
  const { number, updated_at: at } = parsed.pull_request;
  return {
    happening: { kind },
    by: parsed.sender,
    comment: null,
    throughApp: false,
    at,
    pull: { number, review: null },
  };
}
