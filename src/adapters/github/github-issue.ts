/** The port `GitHub` over the API: all that a run reads of one issue and writes there. */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { firstTriesFromNow } from "#adapters/github/client/first-try.ts";
import type { CommentAuthor } from "#adapters/github/issue/comment-author.ts";
import { commentReader } from "#adapters/github/issue/comment-now.ts";
import { countOwnComments, createComment, deleteComment, editComment } from "#adapters/github/issue/comments.ts";
import { issueReader, issuesAt, neighboursNow } from "#adapters/github/issue/issue-now.ts";
import { readMissedComments, userCommentReader } from "#adapters/github/issue/missed-comments.ts";
import { pullNow, replyToThreads, threadsIn } from "#adapters/github/issue/pull-requests.ts";
import { reactTo, relabelIssue } from "#adapters/github/issue/reactions.ts";
import { readRemarks } from "#adapters/github/issue/remarks.ts";
import { assignedBy, labelledBy } from "#adapters/github/issue/start-events.ts";
import { readBaseCommitNow } from "#adapters/github/workflow/base-commit-now.ts";
import { cancelWorkflowRun } from "#adapters/github/workflow/cancel-workflow-run.ts";
import { checksOf } from "#adapters/github/workflow/commit-checks.ts";
import { startWorkflow } from "#adapters/github/workflow/start-workflow.ts";
import type { Clock } from "#ports/clock.ts";
import type { GitHub } from "#ports/github.ts";

export interface GitHubIssueOptions extends RepositoryLocation {
  readonly issue: number;
  /** Name of the workflow's file, without folders. */
  readonly workflow: string;
  /** Branch on which the workflow is started: the default branch. */
  readonly ref: string;
  /** True for a comment's author that is Loopwright (`writersNamed`). */
  readonly isOurs: (writer: CommentAuthor) => boolean;
  readonly clock: Clock;
  /** The kill switch, as this station can see it. */
  readonly freeze: GitHub["freeze"];
  /** As `GitHub.approvalChecked`: the plan that a comment shows is then not read before an edit. Default: false. */
  readonly approvalChecked?: boolean;
  /**
   * A job and the bot may find the same comment missing at the same moment: the bot looks after the job, so that it is
   * sent once. Default: false.
   */
  readonly yields?: boolean;
  /** `https://github.com`, or the address of an Enterprise Server. No slash at the end. */
  readonly serverUrl: string;
}

/**
 * One issue. Sends no request by itself; remembers only when it began, what it has tried to send, and the answers of
 * conditional reads.
 */
export function githubIssue(api: Api, options: GitHubIssueOptions): GitHub {
  const { owner, repo, issue, serverUrl, clock, approvalChecked = false } = options;
  const { isFirstTry, doubt } = firstTriesFromNow(clock);
  const { onShown, ...reader } = commentReader(api, options);
  const sending = { ...options, isFirstTry, onShown };
  return {
    number: issue,
    address: `${serverUrl}/${owner}/${repo}`,
    approvalChecked,
    issue: issueReader(api, options),
    baseCommit: (commit) => readBaseCommitNow(api, options, commit),
    neighbours: () => neighboursNow(api, options),
    listed: (numbers) => issuesAt(api, options, numbers),
    remarks: () => readRemarks(api, options),
    ...reader,
    freeze: options.freeze,
    react: (target, reaction) => reactTo(api, options, target, reaction),
    noteOtherWriter: doubt,
    comment: (comment) => createComment(api, sending, comment),
    countComments: (prefix, since, on) => countOwnComments(api, options, { prefix, since, on }),
    commentsSince: (since) => readMissedComments(api, options, since),
    commandsSince: userCommentReader(api, options),
    labelled: (label) => labelledBy(api, options, label),
    assigned: (login) => assignedBy(api, options, login),
    checksOf: (commit) => checksOf(api, options, commit),
    pull: (number) => pullNow(api, options, number),
    threads: (pull, review) => threadsIn(api, options, pull, review),
    reply: (pull, replies) => replyToThreads(api, sending, pull, replies),
    edit: async (id, { key, body, shows }) => {
      const before = shows === undefined || approvalChecked ? shows : await reader.shownBy(Number(id));
      return editComment(api, options, id, { key, body, ...(before != null && { shows: before }) });
    },
    retract: (id) => deleteComment(api, options, id),
    relabel: (from, to) => relabelIssue(api, options, from, to),
    dispatch: (order) => startWorkflow(api, sending, order),
    cancel: (workflowRun) => cancelWorkflowRun(api, options, workflowRun),
    compare: (base, head) => `${serverUrl}/${owner}/${repo}/compare/${named(base)}...${named(head)}`,
  };
}

function named(branch: string): string {
  return branch.split("/").map(encodeURIComponent).join("/");
}
