/** Pull requests and comments: what GitHub refuses and the emulator lets pass, and what it shows that the emulator does not. */
import * as z from "zod";
import { forward } from "./forward.ts";
import type { Ask, Lab } from "./lab.ts";
import { merge } from "./merge.ts";
import { fullName, roleOf } from "./repository.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import { type Answer, invalid, NOT_FOUND } from "./rules/answer.ts";
import { NO_SUCH_LABEL, refusedComment } from "./rules/issues.ts";
import { pageOf, refusedLength } from "./rules/limits.ts";
import { headBranch, refusedActions, refusedPull } from "./rules/pulls.ts";
import { filesOf, issueOf, Pull, pullOf, pullsFrom, read, refOf, whole } from "./thing.ts";

const Body = z.object({ head: z.string(), base: z.string() });

/** Those that find nothing wrong leave the answer to the emulator. */
export const PULL_ROUTES: readonly Route[] = [
  onRepository("POST", "/pulls", mayOpen),
  onRepository("PATCH", "/pulls/{number}", async ({ ask }) => tooLong(ask, "PullRequest")),
  onRepository("GET", "/pulls/{number}/files", files),
  onRepository("PUT", "/pulls/{number}/merge", merge),
  onRepository("POST", "/pulls/{number}/comments/{id}/replies", reply),
  onRepository("GET", "/issues/{number}", issue),
  onRepository("POST", "/issues", async ({ ask }) => tooLong(ask, "Issue")),
  onRepository("PATCH", "/issues/{number}", async ({ ask }) => tooLong(ask, "Issue")),
  onRepository("DELETE", "/issues/{number}/labels/{name}", mayUnlabel),
  onRepository("POST", "/issues/{number}/comments", mayComment),
  onRepository("GET", "/issues/comments/{id}", comment),
  onRepository("PATCH", "/issues/comments/{id}", async ({ ask }) => tooLong(ask, "IssueComment")),
];

async function mayOpen({ ask, lab }: Call): Promise<Answer | null> {
  const { actor, repository } = ask;
  const body = Body.safeParse(ask.body);
  if (!body.success || repository === null) return invalid({ resource: "PullRequest", code: "missing_field" });
  const { owner } = repository;
  const [head, { base }] = [headBranch(body.data.head, owner), body.data];
  const [hasHead, hasBase] = await Promise.all(
    [head, base].map(async (name) => (await refOf(lab, repository, `refs/heads/${name}`)) !== null),
  );
  const isOpen = (await pullsFrom(lab, repository, head)).some((pull) => pull.base.ref === base);
  const compared = await read(lab, `/repos/${fullName(repository)}/compare/${base}...${head}`);
  const facts = { owner, head, base, hasHead: hasHead ?? false, hasBase: hasBase ?? false, isOpen };
  return (
    refusedActions(actor.login, { isAllowed: repository.actionsMayCreatePullRequests ?? false }) ??
    refusedPull({ ...facts, ahead: Number(Object(compared).ahead_by ?? 0) }) ??
    tooLong(ask, "PullRequest")
  );
}

function tooLong({ body }: Ask, resource: Parameters<typeof refusedLength>[1]): Answer | null {
  return refusedLength(Object(body).body, resource);
}

async function mayUnlabel({ ask, lab, parameter }: Call): Promise<Answer | null> {
  const found = ask.repository && (await issueOf(lab, ask.repository, Number(parameter("number"))));
  const named = parameter("name").toLowerCase();
  return found?.labels.some(({ name }) => name.toLowerCase() === named) === false ? NO_SUCH_LABEL : null;
}

async function mayComment({ ask, lab, parameter }: Call): Promise<Answer | null> {
  const { actor, repository } = ask;
  const found = repository && (await issueOf(lab, repository, Number(parameter("number"))));
  if (repository === null || !found) return NOT_FOUND;
  return refusedComment(found, actor.kind === "user" ? roleOf(actor.login, repository) : null) ?? tooLong(ask, "IssueComment");
}

/** With what somebody did to it that the emulator has no word for. */
async function comment({ ask, lab, parameter }: Call): Promise<Answer> {
  const answer = await forward(ask, lab);
  const isHidden = answer.status === 200 && lab.hidden.has(Number(parameter("id")));
  return isHidden ? { ...answer, body: { ...Object(answer.body), minimized: { reason: "spam" } } } : answer;
}

const Reply = z.object({ body: z.string() });
const Remark = z.looseObject({ id: z.number(), path: z.string(), commit_id: z.string() });

/** The emulator knows comments on lines, and no address for answers to them: an answer is a comment at the same place. */
async function reply({ ask, lab, parameter }: Call): Promise<Answer> {
  const { repository } = ask;
  const body = Reply.safeParse(ask.body);
  if (repository === null) return NOT_FOUND;
  if (!body.success) return invalid({ resource: "PullRequestReviewComment", code: "missing_field" });
  const long = tooLong(ask, "PullRequestReviewComment");
  if (long !== null) return long;
  const found = Remark.safeParse(await read(lab, `/repos/${fullName(repository)}/pulls/comments/${parameter("id")}`));
  if (!found.success) return NOT_FOUND;
  const { id, path, commit_id } = found.data;
  const at = `/repos/${fullName(repository)}/pulls/${parameter("number")}/comments`;
  return forward({ ...ask, path: at, body: { ...body.data, path, commit_id, in_reply_to_id: id } }, lab);
}

async function files({ ask, lab, parameter }: Call): Promise<Answer> {
  const pull = ask.repository && (await pullOf(lab, ask.repository, Number(parameter("number"))));
  return ask.repository && pull ? { status: 200, body: pageOf(ask.query, await filesOf(lab, ask.repository, pull)) } : NOT_FOUND;
}

async function issue({ ask, lab, parameter }: Call): Promise<Answer | null> {
  const found = ask.repository && (await issueOf(lab, ask.repository, Number(parameter("number"))));
  return found?.pull_request === undefined ? null : { status: 200, body: found };
}

/** Pull requests in an answer of the emulator, made whole. */
export async function withPulls({ path, repository }: Ask, answer: Answer, lab: Lab): Promise<Answer> {
  if (repository === null || answer.status >= 300 || !/\/pulls(\/\d+)?$/.test(path)) return answer;
  const pulls = await Promise.all(
    z
      .array(Pull)
      .parse([answer.body].flat())
      .map((pull) => whole(lab, repository, pull)),
  );
  return { ...answer, body: Array.isArray(answer.body) ? pulls : pulls[0] };
}
