/** Issues and their comments: how they change, and how GitHub shows them. */
import { refusal } from "../../../lab/github/rules/answer.ts";
import { shownPull } from "./pulls.ts";
import { missing, Refused, refused } from "./refused.ts";
import { apiUrl, iso, shownAccount, shownApp, webUrl } from "./shown.ts";
import type { State } from "./state.ts";
import { type Doer, tell } from "./tell.ts";
import type { App, Comment, Issue } from "./things.ts";

type Shown = Readonly<Record<string, unknown>>;

/** The issue or pull request, wherever it went. Refuses with 404 where there never was one. */
export function knownIssue(state: State, number: number): Issue {
  const found = state.issues.get(number);
  if (found === undefined) throw missing();
  return found;
}

/** The same where it is still here: 410 where it was deleted, 301 where it was transferred (https://docs.github.com/rest/issues/issues#get-an-issue). */
export function issueAt(state: State, number: number): Issue {
  const found = knownIssue(state, number);
  if (found.gone === null) return found;
  if (found.gone === "deleted") throw refused(410, "This issue was deleted");
  const { movedTo: location } = found.gone;
  throw new Refused({ ...refusal(301, "Moved Permanently"), headers: { location } });
}

export function shownIssue(state: State, issue: Issue): Shown {
  const { number, title, body, open, locked, labels, assignees, createdAt, updatedAt, closedAt, pull } = issue;
  const url = apiUrl(state, `issues/${number}`);
  return {
    id: 800_000 + number,
    node_id: `I_${number}`,
    number,
    title,
    body,
    user: shownAccount(state, issue.author),
    state: open ? "open" : "closed",
    state_reason: open ? null : "completed",
    locked,
    labels: labels.map(shownLabel),
    assignees: assignees.map((id) => shownAccount(state, id)),
    url,
    comments_url: `${url}/comments`,
    repository_url: apiUrl(state, "").slice(0, -1),
    html_url: webUrl(state, `${pull === null ? "issues" : "pull"}/${number}`),
    created_at: iso(createdAt),
    updated_at: iso(updatedAt),
    closed_at: closedAt === null ? null : iso(closedAt),
    ...(pull !== null && { pull_request: { url: apiUrl(state, `pulls/${number}`), html_url: webUrl(state, `pull/${number}`) } }),
  };
}

/** Labels have numbers of their own; nobody of ours looks at them. */
export function shownLabel(name: string): Shown {
  return { id: 1, node_id: `LA_${name}`, name, color: "ededed", default: false, description: null };
}

export function shownComment(state: State, comment: Comment): Shown {
  const { id, issue, author, body, createdAt, updatedAt, through, hidden } = comment;
  const kind = knownIssue(state, issue).pull === null ? "issues" : "pull";
  return {
    id,
    node_id: `IC_${id}`,
    body,
    user: shownAccount(state, author),
    author_association: "NONE",
    url: apiUrl(state, `issues/comments/${id}`),
    html_url: webUrl(state, `${kind}/${issue}#issuecomment-${id}`),
    issue_url: apiUrl(state, `issues/${issue}`),
    created_at: iso(createdAt),
    updated_at: iso(updatedAt),
    performed_via_github_app: shownApp(through),
    ...(hidden && { minimized: { reason: "spam" } }),
  };
}

type IssueChange = Partial<Pick<Issue, "title" | "body" | "open" | "locked" | "labels" | "assignees" | "closedAt" | "gone" | "pull">>;

/** The issue as it is from now on. */
export function changeIssue(state: State, number: number, change: IssueChange): Issue {
  const changed = { ...knownIssue(state, number), ...change, updatedAt: state.now() };
  state.issues.put(number, changed);
  return changed;
}

/** Tells of an issue, or of a pull request where it is one; the event's action alone is given. */
export function tellOf(state: State, doer: Doer, action: string, { issue, ...more }: { readonly issue: Issue } & Shown): void {
  if (issue.pull === null) tell(state, doer, `issues.${action}`, { issue: shownIssue(state, issue), ...more });
  else tell(state, doer, `pull_request.${action}`, { number: issue.number, pull_request: shownPull(state, issue), ...more });
}

/** Opens a new issue; gives its number. */
export function addIssue(state: State, doer: Doer, text: Pick<Issue, "title" | "body">): number {
  const at = state.now();
  const open = { open: true, locked: false, labels: [], assignees: [], gone: null, pull: null };
  const issue = { number: state.next("issue"), ...text, author: doer.id, ...open, createdAt: at, updatedAt: at, closedAt: null };
  state.issues.put(issue.number, issue);
  tellOf(state, doer, "opened", { issue });
  return issue.number;
}

/** Writes title, text or both anew. */
export function editIssue(state: State, doer: Doer, number: number, text: Partial<Pick<Issue, "title" | "body">>): void {
  const { title, body } = knownIssue(state, number);
  const changes = {
    ...(text.title !== undefined && { title: { from: title } }),
    ...(text.body !== undefined && { body: { from: body } }),
  };
  tellOf(state, doer, "edited", { issue: changeIssue(state, number, text), changes });
}

/** Opens or closes it; nothing happens where it is so already. */
export function setOpen(state: State, doer: Doer, number: number, open: boolean): void {
  if (knownIssue(state, number).open === open) return;
  const issue = changeIssue(state, number, { open, closedAt: open ? null : state.now() });
  tellOf(state, doer, open ? "reopened" : "closed", { issue });
}

/** Labels are a set; GitHub knows them whatever their case. */
export function addLabel(state: State, doer: Doer, number: number, name: string): void {
  const { labels } = knownIssue(state, number);
  if (labels.some((one) => same(one, name))) return;
  state.labelings.push({ issue: number, label: name, author: doer.id, at: state.now() });
  tellOf(state, doer, "labeled", { issue: changeIssue(state, number, { labels: [...labels, name] }), label: shownLabel(name) });
}

/** Assigns it; nothing happens where it is so already. */
export function addAssignee(state: State, doer: Doer, number: number, assignee: number): void {
  const { assignees } = knownIssue(state, number);
  if (assignees.includes(assignee)) return;
  state.assignments.push({ issue: number, assignee, author: doer.id, at: state.now() });
  const issue = changeIssue(state, number, { assignees: [...assignees, assignee] });
  tellOf(state, doer, "assigned", { issue, assignee: shownAccount(state, assignee) });
}

/** False where the issue does not have it. */
export function removeLabel(state: State, doer: Doer, number: number, name: string): boolean {
  const { labels } = knownIssue(state, number);
  const left = labels.filter((one) => !same(one, name));
  if (left.length === labels.length) return false;
  tellOf(state, doer, "unlabeled", { issue: changeIssue(state, number, { labels: left }), label: shownLabel(name) });
  return true;
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** A new comment, however often the same was said. `through`: the App that it is said through. */
export function addComment(
  state: State,
  doer: Doer,
  said: { readonly issue: number; readonly body: string; readonly through: App | null },
): Comment {
  const at = state.now();
  const comment = { id: state.next("comment"), author: doer.id, createdAt: at, updatedAt: at, hidden: false, ...said };
  state.comments.put(comment.id, comment);
  changeIssue(state, said.issue, {});
  tellOfComment(state, doer, "created", { comment });
  return comment;
}

/** Whoever edits it, its author stays (F18). */
export function changeComment(state: State, doer: Doer, comment: Comment, body: string): Comment {
  const changed = { ...comment, body, updatedAt: state.now() };
  state.comments.put(comment.id, changed);
  tellOfComment(state, doer, "edited", { comment: changed, changes: { body: { from: comment.body } } });
  return changed;
}

export function removeComment(state: State, doer: Doer, comment: Comment): void {
  state.comments.remove(comment.id);
  tellOfComment(state, doer, "deleted", { comment });
}

function tellOfComment(state: State, doer: Doer, action: string, { comment, ...more }: { readonly comment: Comment } & Shown): void {
  const issue = shownIssue(state, knownIssue(state, comment.issue));
  tell(state, doer, `issue_comment.${action}`, { comment: shownComment(state, comment), issue, ...more });
}
