/** What a visitor sees of a run while it goes on: its journal on the state ref, the comments, the pull request. Reads only, with a token of its own. */
import { Octokit } from "@octokit/rest";
import { refJournal } from "#adapters/github/ref-journal/ref-journal.ts";
import { CODEC } from "#cli/local/home.ts";
import type { Event } from "#core/events/event.ts";
import { DASHBOARD_LABEL } from "#text/comments/dashboard.ts";
import { ours } from "../../../builders/ours.ts";
import { QUIET } from "../../../lab/github/quiet.ts";
import { NAME, OWNER } from "./people.ts";

/** A comment, or the issue itself, or the pull request: whatever a reader of the page sees one below the other. */
export interface Post {
  readonly who: string;
  readonly where: string;
  readonly at: string;
  readonly body: string;
}

export interface Pull {
  readonly number: number;
  readonly title: string;
  readonly head: string;
}

export interface Watch {
  /** The events of the issue's run as far as they are written; empty before there is a run. */
  readonly events: () => Promise<readonly Event[]>;
  /** The name of the run's ref without `refs/`; null before there is one. */
  readonly ref: () => Promise<string | null>;
  readonly posts: () => Promise<readonly Post[]>;
  readonly pulls: () => Promise<readonly Pull[]>;
  readonly labels: () => Promise<readonly string[]>;
  /** The texts of all dashboards: there should be one, where the configuration asks for it. */
  readonly dashboards: () => Promise<readonly string[]>;
}

const AT = { owner: OWNER, repo: NAME } as const;

/** Watches the issue with this number. */
export function watch(url: string, token: string | undefined, issue: number): Watch {
  const api = ours(new Octokit({ baseUrl: url, auth: token, log: QUIET }));
  const ref = async (): Promise<string | null> => {
    const { data } = await api.rest.git.listMatchingRefs({ ...AT, ref: `loopwright/issue-${issue}/` });
    return data.map(({ ref: name }) => name.replace(/^refs\//, "")).find((name) => !name.endsWith("/current")) ?? null;
  };
  return {
    ref,
    async events() {
      const name = await ref();
      if (name === null) return [];
      const runId = name.slice(name.lastIndexOf("/") + 1);
      const history = await refJournal(api, { ...AT, issue, runId }, { codec: CODEC, onHeal: () => undefined }).load();
      return history.kind === "events" ? history.events : [];
    },
    posts: () => postsOf(api, issue),
    async pulls() {
      const { data } = await api.rest.pulls.list({ ...AT, state: "all" });
      return data.map(({ number, title, head }) => ({ number, title, head: head.sha }));
    },
    async labels() {
      const { data } = await api.rest.issues.listLabelsOnIssue({ ...AT, issue_number: issue });
      return data.map(({ name }) => name);
    },
    async dashboards() {
      const { data } = await api.rest.issues.listForRepo({ ...AT, labels: DASHBOARD_LABEL, state: "all" });
      return data.map(({ body }) => body ?? "");
    },
  };
}

async function postsOf(api: Octokit, issue: number): Promise<readonly Post[]> {
  const { data: first } = await api.rest.issues.get({ ...AT, issue_number: issue });
  const { data: comments } = await api.rest.issues.listComments({ ...AT, issue_number: issue, per_page: 100 });
  const { data: pulls } = await api.rest.pulls.list({ ...AT, state: "all" });
  const post = (where: string, { user, created_at: at, body }: Authored): Post => ({
    where,
    who: user?.login ?? "ghost",
    at,
    body: body ?? "",
  });
  return [
    post(`Issue #${issue}: ${first.title}`, first),
    ...comments.map((comment) => post("Comment", comment)),
    ...pulls.map((pull) => post(`Pull request #${pull.number}: ${pull.title}`, pull)),
    ...(await Promise.all(pulls.map(({ number }) => talkOn(api, number)))).flat(),
  ];
}

/** What was said on a pull request: reviews, comments on lines with the answers to them, and comments. */
async function talkOn(api: Octokit, pull: number): Promise<readonly Post[]> {
  const { data: reviews } = await api.rest.pulls.listReviews({ ...AT, pull_number: pull });
  const { data: remarks } = await api.rest.pulls.listReviewComments({ ...AT, pull_number: pull });
  const { data: comments } = await api.rest.issues.listComments({ ...AT, issue_number: pull, per_page: 100 });
  const post = (where: string, at: string | undefined, { user, body }: Pick<Authored, "user" | "body">): Post => ({
    where,
    who: user?.login ?? "ghost",
    at: at ?? "",
    body: body ?? "",
  });
  return [
    ...reviews.map((review) => post(`Review of #${pull}: ${review.state}`, review.submitted_at, review)),
    ...remarks.map((remark) => post(remark.in_reply_to_id ? "Reply" : `${remark.path}:${remark.line}`, remark.created_at, remark)),
    ...comments.map((comment) => post(`Comment on #${pull}`, comment.created_at, comment)),
  ];
}

interface Authored {
  readonly user: { readonly login: string } | null;
  readonly created_at: string;
  readonly body?: string | null | undefined;
}
