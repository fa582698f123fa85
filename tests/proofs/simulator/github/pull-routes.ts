/** The API of pull requests and of what is said of their lines. */
import * as z from "zod";
import type { Answer } from "../../../lab/github/rules/answer.ts";
import { refusedLength } from "../../../lab/github/rules/limits.ts";
import { headBranch, type PullFacts, refusedActions, refusedPull } from "../../../lab/github/rules/pulls.ts";
import { bodyOf, type Call, created, isSince, numberIn, ok, paged } from "./call.ts";
import { compared } from "./history.ts";
import { changeIssue, issueAt, setOpen, tellOf } from "./issues.ts";
import { isPull, type Pull, pullsFrom, shownPull, shownRemark } from "./pulls.ts";
import { refAt } from "./refs.ts";
import { missing, refuse } from "./refused.ts";
import type { State } from "./state.ts";
import { tell } from "./tell.ts";
import type { PullPart, Remark } from "./things.ts";

function pullIn(call: Call): Pull {
  const found = issueAt(call.state, numberIn(call));
  if (!isPull(found)) throw missing();
  return found;
}

export function getPull(call: Call): Answer {
  return ok(shownPull(call.state, pullIn(call)));
}

/** Newest first. `head`: the owner and the branch. */
export function listPulls(call: Call): Answer {
  const { state, query, asOf } = call;
  const [wanted, head, base] = [query.get("state") ?? "open", query.get("head"), query.get("base")];
  const fits = ({ open, pull }: Pull): boolean =>
    (wanted === "all" || open === (wanted === "open")) &&
    (head === null || head === `${state.owner}:${pull.head}`) &&
    (base === null || base === pull.base);
  const found = state.issues.values(asOf).filter((issue): issue is Pull => isPull(issue) && fits(issue));
  return ok(paged(call, found.reverse()).map((pull) => shownPull(state, pull)));
}

const NewPull = z.object({
  title: z.string(),
  body: z.string().nullable().default(null),
  head: z.string(),
  base: z.string(),
  draft: z.boolean().default(false),
});

/** One that is there already is refused with 422, as GitHub does. */
export function createPull(call: Call): Answer {
  const { state, actor } = call;
  const { title, body, head: from, base, draft } = bodyOf(call, NewPull, "PullRequest");
  const head = headBranch(from, state.owner);
  const shaOf = (branch: string): string => refAt(state, `refs/heads/${branch}`) ?? "";
  const [headSha, baseSha] = [shaOf(head), shaOf(base)];
  refuse(refusedActions(actor.login, { isAllowed: state.switches.actionsMayOpenPulls }));
  refuse(refusedPull(pullFacts(state, { head, headSha, base, baseSha })));
  refuse(refusedLength(body, "PullRequest"));
  const at = state.now();
  const pull = { head, headSha, base, baseSha, draft, mergedAt: null };
  const times = { createdAt: at, updatedAt: at, closedAt: null };
  const open = { open: true, locked: false, labels: [], assignees: [], gone: null };
  const issue = { number: state.next("issue"), title, body, author: actor.id, ...open, ...times, pull };
  state.issues.put(issue.number, issue);
  tellOf(state, actor, "opened", { issue });
  return created(shownPull(state, issue));
}

function pullFacts(state: State, { head, headSha, base, baseSha }: Pick<PullPart, "head" | "headSha" | "base" | "baseSha">): PullFacts {
  const isOpen = pullsFrom(state, head).some(({ pull }) => pull.base === base);
  const ahead = compared(state.objects, baseSha, headSha).ahead.length;
  return { owner: state.owner, head, base, hasHead: headSha !== "", hasBase: baseSha !== "", isOpen, ahead };
}

const Changed = z.object({ title: z.string().optional(), body: z.string().optional(), state: z.enum(["open", "closed"]).optional() });

export function updatePull(call: Call): Answer {
  const { state, actor } = call;
  const { number, title, body } = pullIn(call);
  const change = bodyOf(call, Changed, "PullRequest");
  refuse(refusedLength(change.body, "PullRequest"));
  const text = { title: change.title ?? title, body: change.body ?? body };
  if (text.title !== title || text.body !== body) tellOf(state, actor, "edited", { issue: changeIssue(state, number, text) });
  if (change.state !== undefined) setOpen(state, actor, number, change.state === "open");
  return getPull(call);
}

/** Comments on lines, the answers among them, oldest first. */
export function listRemarks(call: Call): Answer {
  const { number } = pullIn(call);
  return remarks(call, ({ pull, updatedAt }) => pull === number && isSince(call, updatedAt));
}

export function listReviewRemarks(call: Call): Answer {
  const { number } = pullIn(call);
  const review = numberIn(call, 1);
  if (call.state.reviews.get(review)?.pull !== number) throw missing();
  return remarks(call, (remark) => remark.review === review);
}

function remarks(call: Call, fits: (remark: Remark) => boolean): Answer {
  const { state, asOf } = call;
  return ok(paged(call, state.remarks.values(asOf).filter(fits)).map((remark) => shownRemark(state, remark)));
}

const Reply = z.object({ body: z.string().min(1) });

/** Sent twice, it makes two. */
export function replyToRemark(call: Call): Answer {
  const { state, actor } = call;
  const issue = pullIn(call);
  const to = state.remarks.get(numberIn(call, 1));
  if (to === undefined || to.pull !== issue.number) throw missing();
  const { body } = bodyOf(call, Reply, "PullRequestReviewComment");
  refuse(refusedLength(body, "PullRequestReviewComment"));
  const at = state.now();
  const where = { pull: to.pull, path: to.path, line: to.line, review: null, answerTo: to.answerTo ?? to.id };
  const remark = { id: state.next("remark"), author: actor.id, body, createdAt: at, updatedAt: at, ...where };
  state.remarks.put(remark.id, remark);
  const payload = { comment: shownRemark(state, remark), pull_request: shownPull(state, issue) };
  tell(state, actor, "pull_request_review_comment.created", payload);
  return created(shownRemark(state, remark));
}
