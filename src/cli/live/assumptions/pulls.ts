/** Assumptions about pull requests. */
import * as z from "zod";
import { NO_RETRY } from "#adapters/github/client/api.ts";
import { moveRefs } from "#adapters/github/ref-journal/move-refs.ts";
import { type Assumption, judged, type Observation } from "#cli/live/assumption.ts";
import { commitsOf, makeRef, onceFor } from "#cli/live/made.ts";
import { replyTo, shortSha, shownReply } from "#cli/live/reply.ts";
import type { Scratch } from "#cli/live/scratch.ts";

const SHOWS = "src/adapters/github/show-pull-request.ts";

const READY =
  "mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { clientMutationId } }";

const Pull = z.object({
  number: z.int(),
  node_id: z.string(),
  state: z.string(),
  draft: z.boolean(),
  merged: z.boolean().nullable(),
  head: z.object({ ref: z.string(), sha: z.string() }),
});

type Opened = z.infer<typeof Pull>;

async function open(scratch: Scratch): Promise<unknown> {
  const { api, owner, repo, name, branch } = scratch;
  const text = { title: `${name}: pull request`, body: "Made by `loopwright doctor --live`, which closes it again." };
  const request = { owner, repo, head: name, base: branch, draft: true, ...text, ...NO_RETRY };
  return (await api.rest.pulls.create(request)).data;
}

/** The pull request of this call, a draft; it is closed in the end, because nobody can delete one. */
const pullOf = onceFor<Opened>("a pull request", async (scratch) => {
  const { api, owner, repo, name } = scratch;
  const { one } = await commitsOf(scratch);
  await makeRef(scratch, `refs/heads/${name}`, one);
  const opened = Pull.parse(await open(scratch));
  const { number: pull_number } = opened;
  scratch.undo(`pull request #${pull_number}`, () =>
    api.rest.pulls.update({ owner, repo, pull_number, state: "closed" }),
  );
  return opened;
});

async function readPull(scratch: Scratch): Promise<Opened> {
  const { api, owner, repo } = scratch;
  const { number: pull_number } = await pullOf(scratch);
  return Pull.parse((await api.rest.pulls.get({ owner, repo, pull_number })).data);
}

async function attemptOpened(scratch: Scratch): Promise<Observation> {
  const { one } = await commitsOf(scratch);
  await pullOf(scratch);
  const { draft, merged, head, state } = await readPull(scratch);
  const seen = `draft ${draft}, merged ${merged}, state ${state}, head ${shortSha(head.sha)} of ${shortSha(one)}`;
  return judged(draft && merged === false && state === "open" && head.sha === one && head.ref === scratch.name, seen);
}

async function attemptTwice(scratch: Scratch): Promise<Observation> {
  await pullOf(scratch);
  const reply = await replyTo(async () => ({ status: 201, headers: {}, data: await open(scratch) }), [422]);
  return judged(reply.status === 422 && /pull request already exists/i.test(reply.words), shownReply(reply));
}

async function attemptReady(scratch: Scratch): Promise<Observation> {
  const { node_id: id } = await pullOf(scratch);
  await scratch.api.graphql(READY, { id });
  const { draft } = await readPull(scratch);
  return judged(!draft, `read at once, draft is ${draft}`);
}

async function attemptFollow(scratch: Scratch): Promise<Observation> {
  const { one, two } = await commitsOf(scratch);
  await pullOf(scratch);
  await moveRefs(scratch.api, scratch.id, [{ name: `refs/heads/${scratch.name}`, before: one, after: two }]);
  const { head } = await readPull(scratch);
  return judged(head.sha === two, `read at once, its head is ${shortSha(head.sha)}; the branch is at ${shortSha(two)}`);
}

export const PULLS: readonly Assumption[] = [
  {
    id: "pull-opened",
    assumes: "a draft is opened, and read as one that is open and not merged, with the commit of its branch as head",
    reliesOn: SHOWS,
    attempt: attemptOpened,
  },
  {
    id: "pull-twice",
    assumes: "a second pull request of the same branch is refused: 422, A pull request already exists",
    reliesOn: "src/adapters/github/open-pull-request.ts",
    attempt: attemptTwice,
  },
  {
    id: "pull-ready",
    assumes: "markPullRequestReadyForReview ends a draft, and REST shows it at once",
    reliesOn: SHOWS,
    attempt: attemptReady,
  },
  {
    id: "pull-follows",
    assumes: "the head of a pull request is the new commit as soon as updateRefs has moved its branch",
    reliesOn: SHOWS,
    attempt: attemptFollow,
  },
];
