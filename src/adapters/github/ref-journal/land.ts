/** The moment of an append: state ref, `current` and work branch move in one transaction, and a refusal is understood by looking. */
import type { Api } from "#adapters/github/client/api.ts";
import { apiErrorOf } from "#adapters/github/client/api-error.ts";
import { errorAdviceOf } from "#adapters/github/client/error-advice.ts";
import { githubFailureOf } from "#adapters/github/client/github-request.ts";
import { Failure } from "#ports/failure.ts";
import type { AppendResult, BranchNotMoved } from "#ports/journal.ts";
import { BRANCH_REF_PREFIX, isMoveObstacle, type Landing, mendMoves } from "./mend-moves.ts";
import { currentRef, stateRef } from "./ref-names.ts";
import { isAncestor, moveRefs, type RefMove, readRefTarget } from "./refs.ts";

/** Sends before it gives up, each after a look: as it was asked for, with what the look put right, and once more. */
const SENDS = 3;

/**
 * Moves all refs or none. `conflict`: the run has moved, or a branch is not where its event says, or, for a run's first append,
 * another run of the issue is active. A commit that is in the ref already has landed, however the answer got lost (ST-15, CR-13).
 * A work branch that is gone, or that GitHub refuses to move, is told and not sent again. Throws `Failure("journal")` with GitHub's own
 * words for any other refusal, and retryable where it is not known what came of it.
 */
export async function landAppend(api: Api, landing: Landing): Promise<AppendResult> {
  let moves = movesFor(landing);
  let doubtful = false;
  for (let sends = 1; ; sends += 1) {
    const error = await refusalTo(() => moveRefs(api, landing.repositoryId, moves));
    if (error === null) return "appended";
    const unsure = isDoubtful(error);
    // A send that was given up may arrive while the next one is under way.
    doubtful ||= unsure;
    const mended = await lookAgain(api, landing, moves, doubtful);
    if (isOver(mended)) return mended;
    const hopeless = !unsure && mended === moves;
    if (hopeless || sends === SENDS) return refusedBranch(landing, failed(error, moves, unsure), hopeless);
    moves = mended;
  }
}

/** What a look says of the refused moves: that they have landed after all, or why they cannot; or the moves as they can be made now. */
async function lookAgain(
  api: Api,
  landing: Landing,
  moves: readonly RefMove[],
  doubtful: boolean,
): Promise<AppendResult | readonly RefMove[]> {
  const outcome = await outcomeOf(api, landing, doubtful);
  if (outcome !== null) return outcome;
  const mended = await mendMoves(api, landing, moves);
  if (!isMoveObstacle(mended)) return mended;
  // The refs are looked at one after the other: they may all have moved since the first look.
  const later = await outcomeOf(api, landing, doubtful);
  if (later !== null) return later;
  if (mended instanceof Failure) throw mended;
  return mended;
}

/** What the client threw; null when all went well. */
async function refusalTo(send: () => Promise<void>): Promise<unknown> {
  try {
    await send();
    return null;
  } catch (error) {
    return error;
  }
}

function failed(error: unknown, moves: readonly RefMove[], doubtful: boolean): unknown {
  return githubFailureOf(error, { service: "journal", adviceFor: (refusal) => errorAdviceOf(refusal) ?? cureFor(moves, doubtful) });
}

/** Said of the branch, where one was to move: without it the journal may yet tell of the refusal. Throws the failure otherwise. */
function refusedBranch({ branches }: Landing, failure: unknown, hopeless: boolean): BranchNotMoved {
  if (!hopeless || branches.length === 0 || !(failure instanceof Failure) || failure.retryable) throw failure;
  return { reason: "push_refused", why: failure.message };
}

/** State, then `current` where it is touched, then branches. */
function movesFor({ place, head, commit, wasActive, active, branches }: Landing): readonly RefMove[] {
  const current = { name: currentRef(place), before: wasActive ? head : null, after: active ? commit : null };
  return [
    { name: stateRef(place), before: head, after: commit },
    ...(wasActive || active ? [current] : []),
    ...branches.map(({ branch, before, commit: after }) => ({ name: `${BRANCH_REF_PREFIX}${branch}`, before, after })),
  ];
}

/** GitHub's clear refusals moved nothing. After a lost answer or an internal error nobody knows (API-10). */
function isDoubtful(error: unknown): boolean {
  const refusal = apiErrorOf(error);
  return refusal !== null && (refusal.status === 0 || refusal.status >= 500 || /something went wrong|timeout/i.test(refusal.message));
}

/** What the state ref alone says of it; null when it stands where it stood, so that the reason lies with the other refs. */
async function outcomeOf(api: Api, { place, head, commit }: Landing, doubtful: boolean): Promise<"appended" | "conflict" | null> {
  const now = await readRefTarget(api, place, stateRef(place));
  if (now === head) return null;
  const landed = now === commit || (doubtful && now !== null && (await isAncestor(api, place, commit, now)));
  return landed ? "appended" : "conflict";
}

function isOver(found: readonly RefMove[] | RefMove | AppendResult): found is AppendResult {
  return typeof found === "string" || "reason" in found;
}

/** Null leaves it to the general advice. */
function cureFor(moves: readonly RefMove[], doubtful: boolean): string | null {
  if (doubtful) return null;
  const names = moves.map(({ name }) => name).join(", ");
  return `nothing has moved. Check that the commits exist and that no ruleset or protected branch keeps the App from moving ${names}`;
}
