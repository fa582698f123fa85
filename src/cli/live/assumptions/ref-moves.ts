/** Assumptions about moves of refs outside `refs/heads/`, by which a journal is written. */
import { moveRefs } from "#adapters/github/ref-journal/move-refs.ts";
import { type Assumption, judged, type Observation } from "#cli/live/assumption.ts";
import { commitsOf, createRef, makeRef, refNamed, targetOf } from "#cli/live/made.ts";
import { shortSha } from "#cli/live/reply.ts";
import type { Scratch } from "#cli/live/scratch.ts";

const MOVES = "src/adapters/github/ref-journal/move-refs.ts";
async function attemptCreation(scratch: Scratch): Promise<Observation> {
  const { one } = await commitsOf(scratch);
  const now = await targetOf(scratch, await createRef(scratch, refNamed(scratch, "created"), one));
  return judged(now === one, `read at once, it pointed at ${shortSha(now)}; it was made at ${shortSha(one)}`);
}

async function attemptMove(scratch: Scratch): Promise<Observation> {
  const { one, two } = await commitsOf(scratch);
  const name = await makeRef(scratch, refNamed(scratch, "moved"), one);
  await moveRefs(scratch.api, scratch.id, [{ name, before: one, after: two }]);
  const now = await targetOf(scratch, name);
  return judged(now === two, `read at once, it pointed at ${shortSha(now)}; it was moved to ${shortSha(two)}`);
}

async function attemptDeletion(scratch: Scratch): Promise<Observation> {
  const { one } = await commitsOf(scratch);
  const name = await makeRef(scratch, refNamed(scratch, "deleted"), one);
  await moveRefs(scratch.api, scratch.id, [{ name, before: one, after: null }]);
  const now = await targetOf(scratch, name);
  return judged(now === null, `read at once, it pointed at ${shortSha(now)}`);
}

export const REF_MOVES: readonly Assumption[] = [
  {
    id: "ref-created",
    assumes: "updateRefs makes a ref outside refs/heads/, and REST shows it at once",
    reliesOn: MOVES,
    attempt: attemptCreation,
  },
  {
    id: "ref-moved",
    assumes: "updateRefs moves such a ref that is where it is expected, and REST shows it at once",
    reliesOn: MOVES,
    attempt: attemptMove,
  },
  {
    id: "ref-deleted",
    assumes: "updateRefs deletes such a ref, and REST shows it at once",
    reliesOn: "src/adapters/github/runs/remove-run.ts",
    attempt: attemptDeletion,
  },
];
