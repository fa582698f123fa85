/** The API of issues, of their comments, labels and reactions, and of what people may do. */
import * as z from "zod";
import type { Answer } from "../../../lab/github/rules/answer.ts";
import { NO_SUCH_LABEL, NO_SUCH_REACTION, REACTIONS, refusedComment } from "../../../lab/github/rules/issues.ts";
import { refusedLength } from "../../../lab/github/rules/limits.ts";
import { legacyPermission } from "../../../lab/github/rules/role.ts";
import { roleOf } from "./asker.ts";
import { bodyOf, type Call, created, isSince, listed, numberIn, ok, paged, parameter } from "./call.ts";
import {
  addComment,
  addIssue,
  addLabel,
  changeComment,
  editIssue,
  issueAt,
  knownIssue,
  removeComment,
  removeLabel,
  setOpen,
  shownComment,
  shownIssue,
  shownLabel,
} from "./issues.ts";
import { missing, refuse } from "./refused.ts";
import { iso, shownAccount } from "./shown.ts";
import type { State } from "./state.ts";
import type { Comment, Issue, Reaction } from "./things.ts";

export function listIssues(call: Call): Answer {
  const { state, query, asOf } = call;
  const wanted = query.get("state") ?? "open";
  const label = query.get("labels");
  const isAsked = ({ gone, open, labels }: Issue): boolean =>
    gone === null && (wanted === "all" || open === (wanted === "open")) && (label === null || labels.includes(label));
  const found = state.issues.values(asOf).filter(isAsked);
  const key = query.get("sort") === "updated" ? "updatedAt" : "createdAt";
  const sorted = found.sort((a, b) => b[key] - a[key] || b.number - a.number);
  return ok(paged(call, query.get("direction") === "asc" ? sorted.reverse() : sorted).map((issue) => shownIssue(state, issue)));
}

const NewIssue = z.object({
  title: z.string().min(1),
  body: z.string().nullable().default(null),
  labels: z.array(z.string().min(1)).default([]),
});

export function createIssue(call: Call): Answer {
  const { state, actor } = call;
  const { labels, ...text } = bodyOf(call, NewIssue, "Issue");
  refuse(refusedLength(text.body ?? "", "Issue"));
  const number = addIssue(state, actor, text);
  for (const name of labels) addLabel(state, actor, number, name);
  return created(shownIssue(state, knownIssue(state, number)));
}

const Changed = z.object({ body: z.string().optional(), state: z.enum(["open", "closed"]).optional() });

export function updateIssue(call: Call): Answer {
  const { state, actor } = call;
  const { number } = issueAt(state, numberIn(call));
  const { body, state: wanted } = bodyOf(call, Changed, "Issue");
  refuse(refusedLength(body ?? "", "Issue"));
  if (body !== undefined) editIssue(state, actor, number, { body });
  if (wanted !== undefined) setOpen(state, actor, number, wanted === "open");
  return ok(shownIssue(state, knownIssue(state, number)));
}

export function getIssue(call: Call): Answer {
  return ok(shownIssue(call.state, issueAt(call.state, numberIn(call))));
}

/** Whoever comes to an issue that went elsewhere finds nothing to comment on: GitHub's reference names no redirection here. */
function talkAt(state: State, number: number): void {
  if (typeof knownIssue(state, number).gone === "object" && knownIssue(state, number).gone !== null) throw missing();
  issueAt(state, number);
}

export function listComments(call: Call): Answer {
  const { state, asOf } = call;
  const number = numberIn(call);
  talkAt(state, number);
  const found = state.comments.values(asOf).filter(({ issue, updatedAt }) => issue === number && isSince(call, updatedAt));
  return listed(call, found, (comment) => ({ ...shownComment(state, comment), reactions: counted(state, `comments/${comment.id}`) }));
}

/** Of all issues and pull requests. */
export function listAllComments(call: Call): Answer {
  const { state, query, asOf } = call;
  const isHere = ({ issue, updatedAt }: Comment): boolean => knownIssue(state, issue).gone === null && isSince(call, updatedAt);
  const key = query.get("sort") === "updated" ? "updatedAt" : "createdAt";
  const sorted = state.comments
    .values(asOf)
    .filter(isHere)
    .sort((a, b) => a[key] - b[key] || a.id - b.id);
  const found = query.get("direction") === "desc" ? sorted.reverse() : sorted;
  return listed(call, found, (comment) => ({ ...shownComment(state, comment), reactions: counted(state, `comments/${comment.id}`) }));
}

/** How often each sign stands there. */
function counted({ reactions }: State, on: string): Readonly<Record<string, number>> {
  const those = reactions.filter((one) => one.on === on).map(({ content }) => content);
  return { total_count: those.length, ...Object.fromEntries(REACTIONS.map((sign) => [sign, those.filter((one) => one === sign).length])) };
}

const Text = z.object({ body: z.string().min(1) });

function textOf(call: Call): string {
  const { body } = bodyOf(call, Text, "IssueComment");
  refuse(refusedLength(body, "IssueComment"));
  return body;
}

/** Sent twice, it makes two. Apps have no say on a locked issue (F20). */
export function createComment(call: Call): Answer {
  const { state, actor } = call;
  const number = numberIn(call);
  talkAt(state, number);
  refuse(refusedComment(issueAt(state, number), actor.permissions === null ? roleOf(state, actor) : null));
  return created(shownComment(state, addComment(state, actor, { issue: number, body: textOf(call), through: actor.app })));
}

function commentAt(call: Call): Comment {
  const found = call.state.comments.get(numberIn(call));
  if (found === undefined || knownIssue(call.state, found.issue).gone !== null) throw missing();
  return found;
}

export function getComment(call: Call): Answer {
  return ok(shownComment(call.state, commentAt(call)));
}

export function updateComment(call: Call): Answer {
  const comment = commentAt(call);
  return ok(shownComment(call.state, changeComment(call.state, call.actor, comment, textOf(call))));
}

export function deleteComment(call: Call): Answer {
  removeComment(call.state, call.actor, commentAt(call));
  return { status: 204 };
}

const Labels = z.object({ labels: z.array(z.string().min(1)) });

/** A label that the repository has not is made. */
export function addLabels(call: Call): Answer {
  const { state, actor } = call;
  const { number } = issueAt(state, numberIn(call));
  for (const name of bodyOf(call, Labels, "Label").labels) addLabel(state, actor, number, name);
  return ok(knownIssue(state, number).labels.map(shownLabel));
}

export function dropLabel(call: Call): Answer {
  const { state, actor } = call;
  const { number } = issueAt(state, numberIn(call));
  if (!removeLabel(state, actor, number, parameter(call, 1))) return NO_SUCH_LABEL;
  return ok(knownIssue(state, number).labels.map(shownLabel));
}

const Sign = z.object({ content: z.enum(REACTIONS) });

export function reactToIssue(call: Call): Answer {
  return react(call, `issues/${issueAt(call.state, numberIn(call)).number}`);
}

export function reactToComment(call: Call): Answer {
  return react(call, `comments/${commentAt(call).id}`);
}

/** 201 for a new one, 200 for one that was there (F22). */
function react(call: Call, on: string): Answer {
  const { state, actor } = call;
  const body = Sign.safeParse(call.body);
  if (!body.success) return NO_SUCH_REACTION;
  const { content } = body.data;
  const old = state.reactions.find((one) => one.on === on && one.author === actor.id && one.content === content);
  if (old !== undefined) return ok(shownReaction(state, old));
  const reaction = { id: state.next("reaction"), on, content, author: actor.id, at: state.now() };
  state.reactions.push(reaction);
  return created(shownReaction(state, reaction));
}

/** Labels and assignments alone: nobody of ours looks at other events. */
export function listEvents(call: Call): Answer {
  const { state } = call;
  const { number } = issueAt(state, numberIn(call));
  const labeled = state.labelings.map((one) => ({ ...one, event: "labeled", more: { label: shownLabel(one.label) } }));
  const assigned = state.assignments.map(({ assignee, ...one }) => {
    const more = { assignee: shownAccount(state, assignee), assigner: shownAccount(state, one.author) };
    return { ...one, event: "assigned", more };
  });
  const found = [...labeled, ...assigned].filter(({ issue }) => issue === number).sort((a, b) => a.at - b.at);
  return listed(call, found, ({ event, author, at, more }) => ({
    ...{ event, performed_via_github_app: null, actor: shownAccount(state, author), created_at: iso(at) },
    ...more,
  }));
}

export function signsOnIssue(call: Call): Answer {
  return signs(call, `issues/${issueAt(call.state, numberIn(call)).number}`);
}

export function signsOnComment(call: Call): Answer {
  return signs(call, `comments/${commentAt(call).id}`);
}

function signs(call: Call, on: string): Answer {
  const { state } = call;
  return ok(
    paged(
      call,
      state.reactions.filter((one) => one.on === on),
    ).map((one) => shownReaction(state, one)),
  );
}

function shownReaction(state: State, { id, content, author, at }: Reaction): unknown {
  return { id, node_id: `REA_${id}`, content, user: shownAccount(state, author), created_at: iso(at) };
}

/** Apps and people who do not exist are no users: 404 (F15). Whoever has no role in a private repository has the permission `none`. */
export function permissionOf(call: Call): Answer {
  const { state } = call;
  const login = parameter(call).toLowerCase();
  const found = [...state.accounts.values()].find((one) => one.type === "User" && one.login.toLowerCase() === login);
  if (found === undefined) throw missing();
  const role = roleOf(state, found);
  return ok({ permission: legacyPermission(role), role_name: role, user: { ...shownAccount(state, found.id), role_name: role } });
}
