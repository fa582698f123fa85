/** The discussion of an issue: the comments that its plan is made from, and how many were left out. */
import * as z from "zod";
import { boundedText } from "#core/values/bounded-text.ts";
import { Id } from "#core/values/ids.ts";
import { type Issue, issueText } from "./issue.ts";

/** The longest comment, in UTF-16 units; a longer one is cut. */
const COMMENT_CHARACTERS = 4_000;
/** All comments of a plan together, in UTF-16 units. */
const ALL_CHARACTERS = 40_000;
/** The most comments of a plan. */
const MOST = 50;

const Count = z.int().nonnegative();

/**
 * A comment as it was when the plan was made. `by`: the login; `written`: when, in ISO 8601; `author`: of the issue,
 * absent for people who may triage it.
 */
const IssueComment = z.strictObject({
  id: Id,
  by: z.string().min(1),
  written: z.string().max(40),
  text: boundedText(COMMENT_CHARACTERS),
  author: z.literal(true).optional(),
});
export type IssueComment = z.infer<typeof IssueComment>;

/**
 * `comments`: the oldest first. Left out are the comments of `strangers`, and of the others the `older` ones, where all
 * of them are too many or too long.
 */
export const Discussion = z.strictObject({
  comments: z.array(IssueComment).max(MOST),
  strangers: Count,
  older: Count,
});
export type Discussion = z.infer<typeof Discussion>;

/**
 * The discussion of these comments, which are given the oldest first: of people who may triage the issue, and of its
 * author. The newest stay. `strangers`: how many comments of others there are. Undefined where nobody has commented.
 */
export function discussionOf(comments: readonly IssueComment[], strangers: number): Discussion | undefined {
  if (comments.length + strangers === 0) return undefined;
  const read = comments.map((comment) => IssueComment.parse(comment));
  let characters = 0;
  const kept = read.toReversed().filter(({ text }, index) => {
    characters += text.length;
    return index < MOST && characters <= ALL_CHARACTERS;
  });
  return { comments: kept.toReversed(), strangers, older: read.length - kept.length };
}

/** What was asked for: an issue, and the discussion of it where there is one. */
export interface IssueRequest {
  readonly issue: Issue;
  readonly discussion?: Discussion | undefined;
}

/** The texts of a request as people wrote them: the issue, then its comments. */
export function requestTexts({ issue, discussion }: IssueRequest): readonly string[] {
  return [issueText(issue), ...(discussion?.comments ?? []).map(({ text }) => text)];
}
