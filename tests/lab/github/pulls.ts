/** Pull requests and comments: what GitHub refuses and the emulator lets pass, and what it shows that the emulator does not. */
import * as z from "zod";
import { type Answer, invalid, NOT_FOUND, refusal } from "./answer.ts";
import { forward } from "./forward.ts";
import type { Ask, Lab } from "./lab.ts";
import { fullName, roleOf } from "./repository.ts";
import { reaches } from "./role.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import { filesOf, issueOf, Pull, pullOf, pullsFrom, read, refOf, whole } from "./thing.ts";

const Body = z.object({ head: z.string(), base: z.string() });

/** Those that find nothing wrong leave the answer to the emulator. */
export const PULL_ROUTES: readonly Route[] = [
  onRepository("POST", "/pulls", mayOpen),
  onRepository("GET", "/pulls/{number}/files", files),
  onRepository("PUT", "/pulls/{number}/merge", async () => refusal(405, "lab: merging is not built, the emulator's loses commits")),
  onRepository("POST", "/pulls/{number}/comments/{id}/replies", reply),
  onRepository("GET", "/issues/{number}", issue),
  onRepository("POST", "/issues", async ({ ask }) => tooLong(ask, "Issue")),
  onRepository("PATCH", "/issues/{number}", async ({ ask }) => tooLong(ask, "Issue")),
  onRepository("POST", "/issues/{number}/comments", mayComment),
  onRepository("GET", "/issues/comments/{id}", comment),
  onRepository("PATCH", "/issues/comments/{id}", async ({ ask }) => tooLong(ask, "IssueComment")),
];

const NOT_PERMITTED = refusal(403, "GitHub Actions is not permitted to create or approve pull requests.");

async function mayOpen({ ask, lab }: Call): Promise<Answer | null> {
  const { actor, repository } = ask;
  const body = Body.safeParse(ask.body);
  if (!body.success || repository === null) return invalid({ resource: "PullRequest", code: "missing_field" });
  if (actor.login === "github-actions[bot]" && !repository.actionsMayCreatePullRequests) return NOT_PERMITTED;
  const { base } = body.data;
  const head = body.data.head.replace(`${repository.owner}:`, "");
  for (const [field, name] of [
    ["head", head],
    ["base", base],
  ] as const)
    if ((await refOf(lab, repository, `refs/heads/${name}`)) === null) return invalid({ resource: "PullRequest", field, code: "invalid" });
  const problem = (message: string): Answer => invalid({ resource: "PullRequest", code: "custom", message });
  const open = await pullsFrom(lab, repository, head);
  if (open.some((pull) => pull.base.ref === base)) return problem(`A pull request already exists for ${repository.owner}:${head}.`);
  const compared = await read(lab, `/repos/${repository.owner}/${repository.name}/compare/${base}...${head}`);
  return Object(compared).ahead_by > 0 ? tooLong(ask, "PullRequest") : problem(`No commits between ${base} and ${head}`);
}

/** In characters (F19). */
const LONGEST = 65_536;

function tooLong({ body }: Ask, resource: string): Answer | null {
  const text: unknown = Object(body).body;
  if (typeof text !== "string" || text.length <= LONGEST) return null;
  return invalid({ resource, field: "body", code: "unprocessable", message: `Body is too long (maximum is ${LONGEST} characters)` });
}

/** A locked issue takes comments from people with write only (F20). */
async function mayComment({ ask, lab, parameter }: Call): Promise<Answer | null> {
  const { actor, repository } = ask;
  const found = repository && (await issueOf(lab, repository, Number(parameter("number"))));
  if (repository === null || !found) return NOT_FOUND;
  const writes = actor.kind === "user" && reaches(roleOf(actor.login, repository), "write");
  if (found.locked && !writes) return refusal(403, "Unable to create comment because issue is locked.");
  return tooLong(ask, "IssueComment");
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
  const found = Remark.safeParse(await read(lab, `/repos/${fullName(repository)}/pulls/comments/${parameter("id")}`));
  if (!found.success) return NOT_FOUND;
  const { id, path, commit_id } = found.data;
  const at = `/repos/${fullName(repository)}/pulls/${parameter("number")}/comments`;
  return forward({ ...ask, path: at, body: { ...body.data, path, commit_id, in_reply_to_id: id } }, lab);
}

async function files({ ask, lab, parameter }: Call): Promise<Answer> {
  const pull = ask.repository && (await pullOf(lab, ask.repository, Number(parameter("number"))));
  return ask.repository && pull ? { status: 200, body: await filesOf(lab, ask.repository, pull) } : NOT_FOUND;
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
