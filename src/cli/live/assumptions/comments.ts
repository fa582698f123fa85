/** Assumptions about comments: how they are found again, and what GitHub takes. */
import { hasMark, LONGEST_COMMENT, withMark } from "#adapters/github/issue/comment-mark.ts";
import { type Assumption, judged, type Observation } from "#cli/live/assumption.ts";
import { issueOf, makeComment, readComment } from "#cli/live/made.ts";
import { replyTo, shownReply } from "#cli/live/reply.ts";
import type { Scratch } from "#cli/live/scratch.ts";

const MARK = "src/adapters/github/issue/comment-mark.ts";

/** Milliseconds within which a list shows a new comment, and between two looks. */
const SETTLES = 20_000;
const LOOK = 1_000;

async function attemptReactionAgain(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo, name } = scratch;
  const { id } = await makeComment(scratch, `${name}: reaction again`);
  const react = () =>
    replyTo(() => api.rest.reactions.createForIssueComment({ owner, repo, comment_id: id, content: "eyes" }), [422]);
  const [first, second] = [await react(), await react()];
  return judged(first.status === 201 && second.status === 200, `first ${first.status}, then ${second.status}`);
}

async function attemptConditionalRead(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo, name } = scratch;
  const { id: comment_id } = await makeComment(scratch, `${name}: etag`);
  const { headers } = await api.rest.issues.getComment({ owner, repo, comment_id });
  const { etag } = headers;
  if (etag === undefined) return judged(false, "GitHub gave no ETag");
  const asked = { owner, repo, comment_id, headers: { "if-none-match": etag } };
  const reply = await replyTo(() => api.rest.issues.getComment(asked), [304]);
  return judged(reply.status === 304, shownReply(reply));
}

/** Four-byte characters: as many UTF-16 units as GitHub takes characters, and the most bytes that they can have. */
function longText(name: string, length: number): string {
  const start = `${name}: long `;
  return `${start}${"🔁".repeat(Math.floor((length - start.length) / 2))}`.padEnd(length, ".");
}

async function attemptLongest(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo, name } = scratch;
  const text = longText(name, LONGEST_COMMENT);
  const { id, body: made } = await makeComment(scratch, text);
  const edited = longText(`${name}: edited`, LONGEST_COMMENT);
  await api.rest.issues.updateComment({ owner, repo, comment_id: id, body: edited });
  const { body: now } = await readComment(scratch, id);
  const seen = `of ${LONGEST_COMMENT} characters ${made.length} were kept when made, ${now.length} when edited`;
  return judged(made === text && now === edited, seen);
}

async function attemptTooLong(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo, name } = scratch;
  const issue_number = await issueOf(scratch);
  const body = `${name}: too long `.padEnd(LONGEST_COMMENT + 1, "long ");
  const reply = await replyTo(() => api.rest.issues.createComment({ owner, repo, issue_number, body }), [422]);
  return judged(reply.status === 422, shownReply(reply));
}

async function attemptMark(scratch: Scratch): Promise<Observation> {
  const key = `live:${scratch.name}`;
  const { id } = await makeComment(scratch, withMark({ key, body: "A comment with a mark." }));
  const isThere = hasMark((await readComment(scratch, id)).body, key);
  return judged(isThere, isThere ? "read back, it ends with its mark" : "read back, its mark is gone");
}

async function attemptList(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo, clock, signal, name } = scratch;
  const began = clock.now();
  const { id, updated_at } = await makeComment(scratch, `${name}: listed`);
  const asked = { owner, repo, issue_number: await issueOf(scratch), since: updated_at, per_page: 100 };
  for (let looks = 1; looks === 1 || clock.now() - began < SETTLES; looks += 1) {
    const { data } = await api.rest.issues.listComments(asked);
    if (data.some((one) => one.id === id)) return judged(true, `listed at look ${looks}`);
    await clock.sleep(LOOK, signal);
  }
  return judged(false, `not listed after ${SETTLES / 1000} s`);
}

export const COMMENTS: readonly Assumption[] = [
  {
    id: "reaction-again",
    assumes: "a reaction is answered 201, the same once more 200",
    reliesOn: "src/adapters/github/issue/reactions.ts",
    attempt: attemptReactionAgain,
  },
  {
    id: "comment-etag",
    assumes: "a conditional GET of a comment that is as it was is answered 304",
    reliesOn: "src/adapters/github/client/conditional-get.ts",
    attempt: attemptConditionalRead,
  },
  {
    id: "comment-longest",
    assumes: "a comment of 65,536 UTF-16 units is kept whole, made and edited",
    reliesOn: MARK,
    attempt: attemptLongest,
  },
  { id: "comment-too-long", assumes: "a longer comment is refused with 422", reliesOn: MARK, attempt: attemptTooLong },
  {
    id: "comment-mark",
    assumes: "the invisible mark at the end of a comment is read back as it was sent",
    reliesOn: MARK,
    attempt: attemptMark,
  },
  {
    id: "comment-listed",
    assumes: "a new comment is in the list of its issue within 20 seconds",
    reliesOn: "src/adapters/github/client/create-once.ts",
    attempt: attemptList,
  },
];
