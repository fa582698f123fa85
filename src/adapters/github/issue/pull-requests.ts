/** Pull requests as a run goes on with them: how one stands, what a review says of its lines, and our answers to that. */
import { type Api, ONCE, type Place } from "#adapters/github/client/api.ts";
import { ask, askForSome } from "#adapters/github/client/errors.ts";
import { once } from "#adapters/github/client/once.ts";
import type { Refusal } from "#adapters/github/client/refusal.ts";
import { MAX_THREADS, type ReviewThread } from "#core/events/data/pull-request-comment.ts";
import type { PullRequestState } from "#core/run/pull-request-state.ts";
import type { ThreadReply } from "#ports/github.ts";
import { isAt, type LettersOptions, sealed, sinceOf } from "./letters.ts";

const PAGE = 100;

/** As `GitHub.pull`. One request. Throws `Failure("github")`. */
export async function pullNow(api: Api, { owner, repo }: Place, pull_number: number): Promise<PullRequestState> {
  const { data } = await ask(() => api.rest.pulls.get({ owner, repo, pull_number }));
  return { open: data.state === "open", merged: data.merged, branch: data.head.ref, head: data.head.sha, base: data.base.ref };
}

/** As `GitHub.threads`. One request. Throws `Failure("github")`. */
export async function threadsIn(
  api: Api,
  { owner, repo }: Place,
  pull_number: number,
  review_id: number,
): Promise<readonly ReviewThread[]> {
  const at = { owner, repo, pull_number, review_id, per_page: PAGE };
  const { data } = await ask(() => api.rest.pulls.listCommentsForReview(at));
  return data
    .filter(({ body }) => body.trim() !== "")
    .slice(0, MAX_THREADS)
    .map(({ id, path, body, ...where }) => ({ comment: id, path: cut(path, 300), line: lineOf(where), text: cut(body.trim(), 500) }));
}

/** A comment on a whole file has no line; one on lines that are gone has only those of the commit that it was made on. */
function lineOf({ line, original_line }: { readonly line?: number; readonly original_line?: number }): number | null {
  return line ?? original_line ?? null;
}

/** As the journal cuts what is too long, and never within a character. */
function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}

const forbidden = ({ status }: Refusal): string | null =>
  status === 403 ? "the token may not answer on lines: it needs the permission pull-requests=write" : null;

/** As `GitHub.reply`. One request for the look, one for each answer that is not there. Throws `Failure("github")`. */
export async function replyTo(api: Api, options: LettersOptions, pull_number: number, replies: readonly ThreadReply[]): Promise<void> {
  const { owner, repo } = options;
  const at = { owner, repo, pull_number };
  for (const reply of await missing(api, options, pull_number, replies)) {
    const look = async () => ((await missing(api, options, pull_number, [reply])).length === 0 ? "there" : null);
    const send = async () => {
      const body = sealed(reply);
      const cure = { cure: forbidden };
      const sent = await askForSome(() => api.rest.pulls.createReplyForReviewComment({ ...at, comment_id: reply.to, body, ...ONCE }), cure);
      return sent === null ? "deleted" : "sent";
    };
    await once(options.clock, { look, send, fresh: true, announced: null });
  }
}

/** Those that do not stand there yet. */
async function missing(
  api: Api,
  options: LettersOptions,
  pull_number: number,
  replies: readonly ThreadReply[],
): Promise<readonly ThreadReply[]> {
  const { owner, repo, isOurs } = options;
  const since = sinceOf(Math.min(...replies.map((reply) => reply.since)));
  const there: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await ask(() => api.rest.pulls.listReviewComments({ owner, repo, pull_number, since, per_page: PAGE, page }));
    there.push(...data.flatMap(({ user, body }) => ((user as typeof user | null) !== null && isOurs(user) ? [body] : []))); // GitHub's types hide a deleted account
    if (data.length < PAGE) return replies.filter(({ key }) => !there.some((body) => isAt(body, key)));
  }
}
