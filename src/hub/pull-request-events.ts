/** Payloads about pull requests become events of an issue: reviews, comments, and whatever takes the branch away. */
import * as z from "zod";
import type { TriggerEvent } from "#core/commands/intent.ts";
import type { IssueEvent } from "#loop/control/context/control-context.ts";
import { issueIn } from "#text/phrases/issue-mark.ts";
import { AccountPayload, AppPayload, type EventOfIssue, parsePayload, TimePayload } from "./payload.ts";

const Id = z.int().positive();
const Repository = z.object({ id: z.int() });

/** `head.repo` is null where a fork was deleted. */
const Pull = z.object({
  number: Id,
  merged: z.boolean().optional(),
  updated_at: TimePayload,
  head: z.object({ ref: z.string(), repo: Repository.nullable() }),
  base: z.object({ repo: Repository }),
});

/** GitHub tells of the comments of a pull request as of an issue's. */
const Talk = z.object({ number: Id, body: z.string().nullable(), pull_request: z.object({}).loose() });
const Comment = z.object({
  id: z.int(),
  body: z.string(),
  user: AccountPayload.nullable(),
  created_at: TimePayload,
  updated_at: TimePayload,
  performed_via_github_app: AppPayload,
});
const Review = z.object({
  id: z.int(),
  body: z.string().nullable(),
  state: z.string(),
  user: AccountPayload.nullable(),
  submitted_at: TimePayload,
});

const Told = z.discriminatedUnion("event", [
  z.object({ event: z.literal("issue_comment.created"), issue: Talk, comment: Comment }),
  z.object({ event: z.literal("pull_request_review.submitted"), pull_request: Pull, review: Review }),
  z.object({ event: z.literal("pull_request.closed"), pull_request: Pull, sender: AccountPayload }),
  z.object({ event: z.literal("pull_request.synchronize"), pull_request: Pull, sender: AccountPayload }),
]);
type Told = z.infer<typeof Told>;

/** True for an event of a pull request. Asked of each webhook: it costs a hundredth of a schema that does not fit. */
export function isPullRequestEvent(event: string, payload: object): boolean {
  if (event.startsWith("pull_request")) return true;
  const issue: unknown = Object.hasOwn(payload, "issue") ? Reflect.get(payload, "issue") : null;
  const pull: unknown = typeof issue === "object" && issue !== null ? Reflect.get(issue, "pull_request") : null;
  return typeof pull === "object" && pull !== null;
}

/**
 * What is heard of the issue that a pull request is about; null for what is none of our business. Which issue it is
 * says the name of its branch, and where only a comment is told the text that we gave it: whether that is true, the
 * journal of the issue's run tells (`loop/control/handle/handle-event`). Throws an `Error` for a payload of another
 * shape.
 */
export function pullRequestEventOf(event: string, payload: object): EventOfIssue | null {
  const told = parsePayload(Told, { ...payload, event });
  const [issue, words] = [issueOf(told), wordsIn(told)];
  return issue === null || words === null ? null : { issue, event: { ...words, issue: NOBODYS, ours: [] } };
}

/** Nobody has rights by what they wrote: the author of the pull request is one of our Apps. */
const NOBODYS: IssueEvent["issue"] = { title: "", body: "", author: "ghost", authorId: 0, open: true };

function issueOf(told: Told): number | null {
  if ("issue" in told) return issueIn(told.issue.body ?? "");
  const { head, base } = told.pull_request;
  const [, digits] = /^loop\/([1-9]\d{0,9})-/.exec(head.ref) ?? [];
  return head.repo?.id === base.repo.id && digits !== undefined ? Number(digits) : null;
}

type Words = Pick<IssueEvent, "happening" | "by" | "comment" | "throughApp" | "at" | "pull">;

function wordsIn(told: Told): Words | null {
  switch (told.event) {
    case "issue_comment.created": {
      const { id, body, user: by, created_at: at, updated_at, performed_via_github_app: app } = told.comment;
      const happening: TriggerEvent = { kind: "comment_created", body, edited: at !== updated_at };
      return by === null
        ? null
        : {
            happening,
            by,
            comment: id,
            throughApp: app != null,
            at,
            pull: { number: told.issue.number, review: null },
          };
    }
    case "pull_request_review.submitted": {
      const { id, body, state, user: by, submitted_at: at } = told.review;
      if (by === null || state.toLowerCase() !== "changes_requested") return null;
      const happening: TriggerEvent = { kind: "review_submitted", body: body ?? "" };
      return {
        happening,
        by,
        comment: null,
        throughApp: false,
        at,
        pull: { number: told.pull_request.number, review: id },
      };
    }
    case "pull_request.closed":
      return taken(told.pull_request.merged === true ? "pull_merged" : "pull_closed", told);
    case "pull_request.synchronize":
      return taken("pull_pushed", told);
  }
}

function taken(kind: "pull_closed" | "pull_merged" | "pull_pushed", told: Extract<Told, { sender: unknown }>): Words {
  const { number, updated_at: at } = told.pull_request;
  return { happening: { kind }, by: told.sender, comment: null, throughApp: false, at, pull: { number, review: null } };
}
