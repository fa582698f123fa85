/** Pull requests: how they change, and how GitHub shows them. */
import { apiUrl, iso, shownAccount, shownRepository, webUrl } from "./shown.ts";
import type { State } from "./state.ts";
import type { Issue, PullPart, Remark, Review } from "./things.ts";

type Shown = Readonly<Record<string, unknown>>;

export type Pull = Issue & { readonly pull: PullPart };

export function isPull(issue: Issue): issue is Pull {
  return issue.pull !== null;
}

/** An issue that is none is a bug of ours. */
export function shownPull(state: State, issue: Issue): Shown {
  if (!isPull(issue)) throw new Error(`bug: #${issue.number} is no pull request`);
  const { number, title, body, open, locked, createdAt, updatedAt, closedAt, labels, pull } = issue;
  const side = (ref: string, sha: string): Shown => ({ ref, sha, label: `${state.owner}:${ref}`, repo: shownRepository(state) });
  return {
    id: 900_000 + number,
    node_id: `PR_${number}`,
    number,
    title,
    body,
    user: shownAccount(state, issue.author),
    state: open ? "open" : "closed",
    locked,
    draft: pull.draft,
    merged: pull.mergedAt !== null,
    merged_at: pull.mergedAt === null ? null : iso(pull.mergedAt),
    labels: labels.map((name) => ({ name })),
    head: side(pull.head, pull.headSha),
    base: side(pull.base, pull.baseSha),
    url: apiUrl(state, `pulls/${number}`),
    html_url: webUrl(state, `pull/${number}`),
    created_at: iso(createdAt),
    updated_at: iso(updatedAt),
    closed_at: closedAt === null ? null : iso(closedAt),
  };
}

export function shownReview(state: State, review: Review): Shown {
  const { id, pull, body, submittedAt } = review;
  return {
    id,
    node_id: `PRR_${id}`,
    user: shownAccount(state, review.author),
    body,
    state: review.state,
    html_url: webUrl(state, `pull/${pull}#pullrequestreview-${id}`),
    submitted_at: iso(submittedAt),
  };
}

export function shownRemark(state: State, remark: Remark): Shown {
  const { id, pull, review, answerTo, path, line, body, createdAt, updatedAt } = remark;
  return {
    id,
    node_id: `PRRC_${id}`,
    pull_request_review_id: review,
    user: shownAccount(state, remark.author),
    path,
    body,
    line,
    original_line: line,
    ...(answerTo !== null && { in_reply_to_id: answerTo }),
    pull_request_url: apiUrl(state, `pulls/${pull}`),
    html_url: webUrl(state, `pull/${pull}#discussion_r${id}`),
    created_at: iso(createdAt),
    updated_at: iso(updatedAt),
  };
}

/** Open pull requests from a branch. */
export function pullsFrom(state: State, head: string): readonly Pull[] {
  return state.issues.values(null).filter((issue): issue is Pull => isPull(issue) && issue.open && issue.pull.head === head);
}
