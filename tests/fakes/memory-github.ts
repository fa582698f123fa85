/** One issue on GitHub in memory, as people and a run see it: it keeps the contract of the adapter, and refuses when a test says so. */
import type { CommitCheck } from "#core/ci/commit-check.ts";
import type { RepositoryRole } from "#core/commands/permission.ts";
import type { ReviewThread } from "#core/events/data/pull-request-comment.ts";
import type { ListedIssue } from "#core/planning/related-issues.ts";
import type { PullRequestState } from "#core/run/pull-request-state.ts";
import { Failure } from "#ports/failure.ts";
import type { GitHub, IssueNow } from "#ports/github.ts";
import type { Account, Attribution } from "#ports/github-comments.ts";
import type { Reaction, ReactionTarget, WorkflowDispatch } from "#ports/github-types.ts";
import {
  type CommentCall,
  correspondence,
  isAnswered,
  type MemoryComment,
  remarksAmong,
  seenAmong,
  type Writer,
  wordsAmong,
} from "./memory-comments.ts";

type Call =
  | CommentCall
  | "issue"
  | "neighbours"
  | "listed"
  | "remarks"
  | "pull"
  | "checks"
  | "threads"
  | "roleOf"
  | "freeze"
  | "react"
  | "relabel"
  | "dispatch"
  | "cancel"
  | "seen"
  | "said"
  | "labelled"
  | "assigned"
  | "ground";

export interface MemoryGitHub extends GitHub {
  /** What the issue is; a test edits or closes it here. */
  now: IssueNow;
  /** Its pull request, whatever number is asked for; a test pushes to it, merges or closes it here. */
  pullNow: PullRequestState;
  /** The repository's checks, by their commit. */
  readonly checks: Map<string, readonly CommitCheck[]>;
  /** What the reviews of the pull request say of lines, by the id of the review. */
  readonly reviews: Map<number, readonly ReviewThread[]>;
  /** Who set the label last; a test says so here. */
  setLabel: Attribution | null;
  /** Who assigned the issue last. */
  assignedBy: Attribution | null;
  /** The workflow runs that were cancelled, in order. */
  readonly cancelled: string[];
  /** What stands beside it. */
  beside: readonly ListedIssue[];
  /** What is there, and in no list. */
  elsewhere: readonly ListedIssue[];
  readonly comments: Map<number, MemoryComment>;
  readonly labels: Set<string>;
  /** `issue eyes`, `501 rocket`, `pull 8 eyes`: each once, in order. */
  readonly reactions: ReadonlySet<string>;
  readonly roles: Map<string, RepositoryRole>;
  /** Whose name it is now, by the name in lower case; a name that is not here is its account's. */
  readonly owners: Map<string, number>;
  /** What the default branch says of any commit; a test says so here. */
  baseCommit: GitHub["baseCommit"];
  /** What the kill switch says; a test turns it here. */
  frozen: string | null;
  readonly runs: readonly (WorkflowDispatch & { readonly id: string })[];
  /** Every call in order. */
  readonly asked: readonly Call[];
  /** The next calls of a kind are refused, with nothing done. */
  readonly refuse: (call: Call, refusal: { readonly retryable: boolean; readonly times?: number }) => void;
  /** A person comments; gives the id. */
  readonly write: (by: Writer, body: string) => number;
}

const AN_ISSUE: IssueNow = {
  title: "Split drops empty fields",
  body: "split('a,,b') must give three.",
  author: "ana",
  authorId: 41,
  open: true,
  labels: [],
  assignees: [],
  comments: 0,
};

/** The one door: counts the calls, and refuses those that a test wants refused. Every call takes a turn, so that callers do meet. */
function door() {
  const asked: Call[] = [];
  const refusals: { call: Call; retryable: boolean }[] = [];
  return {
    asked,
    refuse: (call: Call, { retryable, times = 1 }: { readonly retryable: boolean; readonly times?: number }): void => {
      for (let count = 0; count < times; count += 1) refusals.push({ call, retryable });
    },
    async ask(call: Call): Promise<void> {
      await null;
      asked.push(call);
      const index = refusals.findIndex((one) => one.call === call);
      const [refusal] = index === -1 ? [] : refusals.splice(index, 1);
      if (refusal !== undefined) throw new Failure("github", `${call} was refused; try again later`, { retryable: refusal.retryable });
    },
  };
}

/** Who may do what, by the name in lower case. */
function people(ask: (call: Call) => Promise<void>) {
  const roles = new Map<string, RepositoryRole>();
  const owners = new Map<string, number>();
  return {
    roles,
    owners,
    async roleOf({ id, login }: Account): Promise<RepositoryRole> {
      await ask("roleOf");
      const name = login.toLowerCase();
      return (owners.get(name) ?? id) === id ? (roles.get(name) ?? "none") : "none";
    },
  };
}

/** The workflow runs that were started and cancelled. */
function workflowRuns(ask: (call: Call) => Promise<void>) {
  const runs: (WorkflowDispatch & { id: string })[] = [];
  const cancelled: string[] = [];
  return {
    runs,
    cancelled,
    async dispatch(order: WorkflowDispatch): Promise<string> {
      await ask("dispatch");
      const found = runs.find(({ digest }) => digest === order.digest);
      if (found !== undefined) return found.id;
      const id = String(9001 + runs.length);
      runs.push({ ...order, id });
      return id;
    },
    async cancel(workflowRun: string): Promise<void> {
      await ask("cancel");
      cancelled.push(workflowRun);
    },
  };
}

/** The issue of that number. Ids begin at 501 for comments and at 9001 for workflow runs. */
export function memoryGitHub(number = 7, now: IssueNow = AN_ISSUE, time: () => number = Date.now): MemoryGitHub {
  const { ask, ...entrance } = door();
  const labels = new Set<string>();
  const reactions = new Set<string>();
  const reviews = new Map<number, readonly ReviewThread[]>();
  const { movedAt, ...mail } = correspondence(ask, time);
  const github: MemoryGitHub = {
    approvalChecked: false,
    number,
    address: "https://github.com/acme/split",
    now,
    beside: [],
    elsewhere: [],
    pullNow: { open: true, merged: false, branch: "", head: "", base: "main" },
    reviews,
    labels,
    reactions,
    ...entrance,
    ...workflowRuns(ask),
    ...mail,
    ...people(ask),
    async issue() {
      await ask("issue");
      return { ...github.now, labels: [...github.now.labels, ...labels], comments: mail.comments.size };
    },
    ...lists(ask, () => github),
    remarks: () => ask("remarks").then(() => remarksAmong(mail.comments, movedAt)),
    commentsSince: (since) => ask("seen").then(() => seenAmong(mail.comments, movedAt, reactions, since)),
    commandsSince: (since) => ask("said").then(() => wordsAmong(mail.comments, movedAt, since)),
    setLabel: null,
    assignedBy: null,
    ...startersOf(ask, () => github),
    ...checksIn(ask),
    pull: () => ask("pull").then(() => github.pullNow),
    threads: (_pull, review) => ask("threads").then(() => reviews.get(review) ?? []),
    baseCommit: (commit) => ask("ground").then(() => ({ branch: "main", inHistory: true, tree: commit, config: null })),
    frozen: null,
    async freeze() {
      await ask("freeze");
      return github.frozen;
    },
    // It looks before each comment.
    noteOtherWriter: () => undefined,
    async react(target: ReactionTarget, reaction: Reaction) {
      await ask("react");
      const before = reactions.size;
      return reactions.add(`${nameOf(target)} ${reaction}`).size > before;
    },
    async relabel(from, to) {
      await ask("relabel");
      if (from !== null) labels.delete(from);
      if (to !== null) labels.add(to);
    },
    compare: (base, head) => `https://github.example/acme/widget/compare/${base}...${head}`,
  };
  return github;
}

/** What CI says of commits. */
function checksIn(ask: ReturnType<typeof door>["ask"]): Pick<MemoryGitHub, "checks" | "checksOf"> {
  const checks: MemoryGitHub["checks"] = new Map();
  return { checks, checksOf: (commit) => ask("checks").then(() => checks.get(commit) ?? []) };
}

/** Who asked for a run without a word. */
function startersOf(ask: ReturnType<typeof door>["ask"], github: () => MemoryGitHub): Pick<MemoryGitHub, "labelled" | "assigned"> {
  const isIn = (names: Iterable<string>, wanted: string): boolean => [...names].some((one) => one.toLowerCase() === wanted.toLowerCase());
  const unlessAnswered = (is: boolean, by: Attribution | null) => (is && !isAnswered(github().reactions, "issue") ? by : null);
  return {
    labelled: (label) => ask("labelled").then(() => unlessAnswered(isIn(github().labels, label), github().setLabel)),
    assigned: (login) => ask("assigned").then(() => unlessAnswered(isIn(github().now.assignees, login), github().assignedBy)),
  };
}

/** The lists of issues: this one is among them. */
function lists(ask: ReturnType<typeof door>["ask"], github: () => MemoryGitHub): Pick<MemoryGitHub, "neighbours" | "listed"> {
  const near = () => {
    const { number, now, labels, beside } = github();
    return [{ number, title: now.title, open: now.open, isPullRequest: false, labels: [...labels] }, ...beside];
  };
  return {
    neighbours: () => ask("neighbours").then(near),
    listed: (numbers) =>
      ask("listed").then(() => numbers.flatMap((wanted) => [...near(), ...github().elsewhere].filter((one) => one.number === wanted))),
  };
}

function nameOf(target: ReactionTarget): string {
  if (target.kind === "pull") return `pull ${target.number}`;
  return target.kind === "issue" ? "issue" : String(target.id);
}
