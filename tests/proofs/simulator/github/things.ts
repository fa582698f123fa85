/** What the simulated GitHub remembers. Nothing of it is changed in place: what changes is put anew. Times are milliseconds since the epoch. */

/** `login` may change hands, `id` never does. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: "User" | "Bot";
}

/** A GitHub App. */
export interface App {
  readonly id: number;
  readonly slug: string;
}

/** By GitHub's API names (`pull_requests`). */
export type Permissions = Readonly<Record<string, "read" | "write">>;

/** Who asks: an account, the App that it is, and what its token may; null for a person, whose token may all that the person may. */
export interface Actor extends Account {
  readonly app: App | null;
  readonly permissions: Permissions | null;
}

/** The side of an issue that only a pull request has. `head` and `base` are branches, with the commits that GitHub shows for them. */
export interface PullPart {
  readonly head: string;
  readonly headSha: string;
  readonly base: string;
  readonly baseSha: string;
  readonly draft: boolean;
  readonly mergedAt: number | null;
}

/** An issue, or a pull request as GitHub counts it among them. `author`: number of an account. */
export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  readonly author: number;
  readonly open: boolean;
  readonly locked: boolean;
  readonly labels: readonly string[];
  /** Numbers of accounts. */
  readonly assignees: readonly number[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly closedAt: number | null;
  /** Why it is not here any more: it was deleted, or it has this address now. */
  readonly gone: "deleted" | { readonly movedTo: string } | null;
  readonly pull: PullPart | null;
}

/** A comment on an issue or on a pull request as a whole. */
export interface Comment {
  readonly id: number;
  readonly issue: number;
  readonly author: number;
  readonly body: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The App through which it was said. */
  readonly through: App | null;
  readonly hidden: boolean;
}

/** What people say of a pull request's work. */
export interface Review {
  readonly id: number;
  readonly pull: number;
  readonly author: number;
  readonly state: "approved" | "changes_requested" | "commented";
  readonly body: string | null;
  readonly submittedAt: number;
}

/** A comment on a line of a pull request. `line`: null where it is about the whole file. */
export interface Remark {
  readonly id: number;
  readonly pull: number;
  /** The review that it is part of; null for an answer. */
  readonly review: number | null;
  readonly answerTo: number | null;
  readonly author: number;
  readonly path: string;
  readonly line: number | null;
  readonly body: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One workflow run. */
export interface WorkflowRun {
  readonly id: number;
  /** Name of the workflow's file, without folders. */
  readonly file: string;
  readonly title: string;
  readonly event: string;
  readonly branch: string;
  readonly sha: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly author: number;
  readonly status: "queued" | "in_progress" | "completed";
  readonly conclusion: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A ref by its whole name (`refs/heads/main`). */
export interface Ref {
  readonly name: string;
  readonly sha: string;
}

export interface Reaction {
  readonly id: number;
  readonly content: string;
  /** `issues/1` or `comments/1001`. */
  readonly on: string;
  readonly author: number;
  readonly at: number;
}

/** A check run on a commit. */
export interface CheckRun {
  readonly id: number;
  readonly sha: string;
  readonly name: string;
  readonly conclusion: string | null;
  readonly externalId: string | null;
  /** That made it. */
  readonly app: App | null;
  readonly output: { readonly title: string | null; readonly summary: string | null };
}

/** What GitHub sends to those who listen. `id`: as `X-GitHub-Delivery`. `event`: with its action. */
export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly at: number;
}

/** Somebody set a label. `author`: number of the account; `at`: milliseconds. */
export interface Labeling {
  readonly issue: number;
  readonly label: string;
  readonly author: number;
  readonly at: number;
}

/** Somebody assigned an issue. `author`, `assignee`: numbers of accounts; `at`: milliseconds. */
export interface Assignment {
  readonly issue: number;
  readonly assignee: number;
  readonly author: number;
  readonly at: number;
}
