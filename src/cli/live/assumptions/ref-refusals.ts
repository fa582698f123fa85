/** Assumptions about moves of refs that GitHub refuses, and about those that it does not. */
import * as z from "zod";
import { apiErrorOf } from "#adapters/github/client/api-error.ts";
import { moveRefs, type RefMove } from "#adapters/github/ref-journal/move-refs.ts";
import { type Assumption, judged, type Observation } from "#cli/live/assumption.ts";
import { commitsOf, makeRef, refNamed, targetOf } from "#cli/live/made.ts";
import { replyTo, shortSha, shownReply } from "#cli/live/reply.ts";
import type { Scratch } from "#cli/live/scratch.ts";

const LANDS = "src/adapters/github/ref-journal/land.ts";

/** The words by which `land.ts` knows that the result of a move is unknown. */
const DOUBTFUL = /something went wrong/i;

const Refused = z.object({ response: z.object({ data: z.unknown().optional() }) });

/** What GitHub said of a move that it refused, and whether it gave data with it; null where it made the move. */
async function refusalOf(scratch: Scratch, moves: readonly RefMove[]) {
  try {
    await moveRefs(scratch.api, scratch.id, moves);
    return null;
  } catch (error) {
    const refusal = apiErrorOf(error);
    if (refusal?.status !== 200) throw error;
    const { data } = Refused.parse(error).response;
    return { words: refusal.message, data: data === undefined || data === null ? null : JSON.stringify(data) };
  }
}

async function attemptStaleMove(scratch: Scratch): Promise<Observation> {
  const { one, two, side } = await commitsOf(scratch);
  const name = await makeRef(scratch, refNamed(scratch, "stale"), one);
  const refusal = await refusalOf(scratch, [{ name, before: side, after: two }]);
  const now = await targetOf(scratch, name);
  if (refusal === null || now !== one)
    return judged(false, `the move was ${refusal === null ? "made" : "refused"}, and the ref is at ${shortSha(now)}`);
  const isKnown = DOUBTFUL.test(refusal.words) && refusal.data === null;
  return judged(isKnown, `answer 200: ${refusal.words}; data: ${refusal.data ?? "none"}`);
}

async function attemptMixedMoves(scratch: Scratch): Promise<Observation> {
  const { one, two, side } = await commitsOf(scratch);
  const name = await makeRef(scratch, refNamed(scratch, "together/a"), one);
  const other = await makeRef(scratch, refNamed(scratch, "together/b"), one);
  const refusal = await refusalOf(scratch, [
    { name, before: one, after: two },
    { name: other, before: side, after: two },
  ]);
  const [first, second] = [await targetOf(scratch, name), await targetOf(scratch, other)];
  const seen = `${refusal === null ? "nothing was refused" : "refused"}; at ${shortSha(first)} and ${shortSha(second)}`;
  return judged(refusal !== null && first === one && second === one, seen);
}

async function attemptMoveAside(scratch: Scratch): Promise<Observation> {
  const { one, side } = await commitsOf(scratch);
  const name = await makeRef(scratch, refNamed(scratch, "aside"), one);
  const refusal = await refusalOf(scratch, [{ name, before: one, after: side }]);
  const now = await targetOf(scratch, name);
  const seen = refusal === null ? "the move was made" : `refused: ${refusal.words}`;
  return judged(refusal !== null && now === one, `${seen}; the ref is at ${shortSha(now)}`);
}

async function attemptMoveByRest(scratch: Scratch): Promise<Observation> {
  const { api, owner, repo } = scratch;
  const { one, side } = await commitsOf(scratch);
  const name = await makeRef(scratch, refNamed(scratch, "rest"), one);
  const ref = name.replace(/^refs\//, "");
  const reply = await replyTo(() => api.rest.git.updateRef({ owner, repo, ref, sha: side, force: false }), [422]);
  const now = await targetOf(scratch, name);
  return judged(reply.status === 200 && now === side, `${shownReply(reply)}; the ref is at ${shortSha(now)}`);
}

export const REF_REFUSALS: readonly Assumption[] = [
  {
    id: "ref-stale",
    assumes: 'a ref that is not where it is expected is not moved: 200, no data, "Something went wrong"',
    reliesOn: LANDS,
    attempt: attemptStaleMove,
  },
  {
    id: "ref-all-or-none",
    assumes: "of several moves of one updateRefs none is made where one is refused",
    reliesOn: LANDS,
    attempt: attemptMixedMoves,
  },
  {
    id: "ref-forward-only",
    assumes: "updateRefs without force refuses a move that is no fast-forward, outside refs/heads/ too",
    reliesOn: "src/adapters/github/ref-journal/move-refs.ts",
    attempt: attemptMoveAside,
  },
  {
    id: "ref-rest-aside",
    assumes:
      "REST moves a ref outside refs/heads/ without force where it is no fast-forward: we never move one by REST",
    reliesOn: "tests/lab/github/rules/refs.ts",
    attempt: attemptMoveByRest,
  },
];
