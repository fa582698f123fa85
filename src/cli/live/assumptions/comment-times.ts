/** Assumptions about the times of comments, by which it is told whether somebody edited one. */
import { type Assumption, judged, type Observation } from "#cli/live/assumption.ts";
import { makeComment, readComment } from "#cli/live/made.ts";
import type { Scratch } from "#cli/live/scratch.ts";

const NOW = "src/adapters/github/issue/comment-now.ts";

/** Milliseconds between two moments that GitHub, whose times have whole seconds, tells apart. */
const TICK = 1_500;

async function attemptTimes(scratch: Scratch): Promise<Observation> {
  const { created_at, updated_at } = await makeComment(scratch, `${scratch.name}: times`);
  return judged(created_at === updated_at, `created_at ${created_at}, updated_at ${updated_at}`);
}

async function attemptEdit(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo, clock, signal, name } = scratch;
  const { id } = await makeComment(scratch, `${name}: before`);
  await clock.sleep(TICK, signal);
  await api.rest.issues.updateComment({ owner, repo, comment_id: id, body: `${name}: after` });
  const { created_at, updated_at } = await readComment(scratch, id);
  return judged(updated_at > created_at, `created_at ${created_at}, updated_at ${updated_at}`);
}

async function attemptReaction(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo, clock, signal, name } = scratch;
  const { id } = await makeComment(scratch, `${name}: reaction`);
  await clock.sleep(TICK, signal);
  await api.rest.reactions.createForIssueComment({ owner, repo, comment_id: id, content: "rocket" });
  await clock.sleep(TICK, signal);
  const { created_at, updated_at } = await readComment(scratch, id);
  return judged(updated_at === created_at, `created_at ${created_at}, updated_at ${updated_at}`);
}

export const COMMENT_TIMES: readonly Assumption[] = [
  {
    id: "comment-times",
    assumes: "created_at and updated_at of a new comment are equal",
    reliesOn: NOW,
    attempt: attemptTimes,
  },
  { id: "comment-edited", assumes: "an edit moves updated_at of a comment", reliesOn: NOW, attempt: attemptEdit },
  {
    id: "reaction-no-edit",
    assumes: "our own reaction does not move updated_at of a comment: else every approval would count as edited",
    reliesOn: NOW,
    attempt: attemptReaction,
  },
];
