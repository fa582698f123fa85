/** Port `GitHub` over the API: all that a run asks of one issue and says there. */
import type { Api, Place } from "#adapters/github/client/api.ts";
import { freshFromNow } from "#adapters/github/client/fresh.ts";
import { issueNow, neighboursNow } from "#adapters/github/issue/issue-now.ts";
import { countLetters, createLetter, editLetter, retractLetter, type Writer } from "#adapters/github/issue/letters.ts";
import { pullNow, replyTo, threadsIn } from "#adapters/github/issue/pull-requests.ts";
import { labelledBy, saidOn, seenOn } from "#adapters/github/issue/seen-on.ts";
import { reactTo, relabelIssue } from "#adapters/github/issue/signs.ts";
import { standingNow } from "#adapters/github/issue/standing-now.ts";
import { cancelRun } from "#adapters/github/workflow/cancel-run.ts";
import { groundNow } from "#adapters/github/workflow/ground-now.ts";
import { startWorkflow } from "#adapters/github/workflow/workflow-run.ts";
import type { Clock } from "#ports/clock.ts";
import type { GitHub } from "#ports/github.ts";

export interface GitHubIssueOptions extends Place {
  readonly issue: number;
  /** Name of the workflow's file, without folders. */
  readonly workflow: string;
  /** Branch on which the workflow is started: the default branch. */
  readonly ref: string;
  /** Only a comment whose writer is ours is taken for ours (`isApp`). */
  readonly isOurs: (writer: Writer) => boolean;
  readonly clock: Clock;
  /** The kill switch, as this station can see it. */
  readonly freeze: GitHub["freeze"];
  /** As `GitHub.vouched`: which plan a comment shows is not read there before it is edited. Else false. */
  readonly vouched?: boolean;
  /** A job and the desk may find the same comment missing, at the same moment: the desk comes after the job, so that it is sent once. Else false. */
  readonly yields?: boolean;
  /** `https://github.com`, or the address of an Enterprise Server. No slash at the end. */
  readonly serverUrl: string;
}

/** One issue. Does nothing until it is asked; remembers only since when it is there, what it has tried to send, and what it looked at again and again. */
export function githubIssue(api: Api, options: GitHubIssueOptions): GitHub {
  const { owner, repo, issue, serverUrl, clock, vouched = false } = options;
  const { isFresh, doubt } = freshFromNow(clock);
  const { onShown, ...standing } = standingNow(api, options);
  const sending = { ...options, isFresh, onShown };
  return {
    number: issue,
    approvalChecked: vouched,
    issue: () => issueNow(api, options),
    baseCommit: (commit) => groundNow(api, options, commit),
    neighbours: () => neighboursNow(api, options),
    ...standing,
    freeze: options.freeze,
    react: (target, reaction) => reactTo(api, options, target, reaction),
    noteOtherWriter: doubt,
    comment: (letter) => createLetter(api, sending, letter),
    countComments: (prefix, since, on) => countLetters(api, options, { prefix, since, on }),
    commentsSince: (since) => seenOn(api, options, since),
    commandsSince: saidOn(api, options),
    labelled: (label) => labelledBy(api, options, label),
    pull: (number) => pullNow(api, options, number),
    threads: (pull, review) => threadsIn(api, options, pull, review),
    reply: (pull, replies) => replyTo(api, sending, pull, replies),
    edit: async (id, { key, body, shows }) => {
      const before = shows === undefined || vouched ? shows : await standing.shownBy(Number(id));
      return editLetter(api, options, id, { key, body, ...(before != null && { shows: before }) });
    },
    retract: (id) => retractLetter(api, options, id),
    relabel: (from, to) => relabelIssue(api, options, from, to),
    dispatch: (order) => startWorkflow(api, sending, order),
    cancel: (workflowRun) => cancelRun(api, options, workflowRun),
    compare: (base, head) => `${serverUrl}/${owner}/${repo}/compare/${named(base)}...${named(head)}`,
  };
}

function named(branch: string): string {
  return branch.split("/").map(encodeURIComponent).join("/");
}
