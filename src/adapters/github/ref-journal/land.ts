/**
 * Moves the state ref, `current` and the work branch of an append in one transaction, and finds out why when GitHub
 * refuses.
 */
import type { Api } from "#adapters/github/client/api.ts";
import { apiErrorOf } from "#adapters/github/client/api-error.ts";
import { errorAdviceOf } from "#adapters/github/client/error-advice.ts";
import { githubFailureOf } from "#adapters/github/client/github-request.ts";
import { Failure } from "#ports/failure.ts";
import type { AppendResult, BranchNotMoved } from "#ports/journal.ts";
import { BRANCH_REF_PREFIX, isMoveObstacle, type Landing, mendMoves } from "./mend-moves.ts";
import { moveRefs, type RefMove } from "./move-refs.ts";
import { currentRef, stateRef } from "./ref-names.ts";
import { isAncestor, readRefTarget } from "./refs.ts";

/** Sends before it gives up, each after a look: as requested, as repaired after the look, and once more. */
const SENDS = 3;

/**
 * Moves all refs or none. `conflict`: the run has moved, or a branch is not where its event says, or, for a run's first
 * append, another run of the issue is active. A commit that is in the ref already has landed, even when the answer was
 * lost. A work branch that is gone, or that GitHub refuses to move, is reported and not sent again. Throws
 * `Failure("journal")` with GitHub's own words for any other refusal, and retryable where the result is unknown.
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

/** Looks at the refs after a refusal: they have landed after all, or cannot; or the moves as they can be made now. */
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
  // The refs are read one after the other: they may all have moved since the first look.
  const later = await outcomeOf(api, landing, doubtful);
  if (later !== null) return later;
  if (mended instanceof Failure) throw mended;
  return mended;
}

/** The client's error; null when the send succeeded. */
async function refusalTo(send: () => Promise<void>): Promise<unknown> {
  try {
    await send();
    return null;
  } catch (error) {
    return error;
  }
}

function failed(error: unknown, moves: readonly RefMove[], doubtful: boolean): unknown {
  return githubFailureOf(error, {
    service: "journal",
    adviceFor: (refusal) => errorAdviceOf(refusal) ?? adviceAbout(moves, doubtful),
  });
}

/**
 * Reports a branch that was to move: without it the journal can still record the refusal. Otherwise throws the failure.
 */
function refusedBranch({ branches }: Landing, failure: unknown, hopeless: boolean): BranchNotMoved {
  if (!hopeless || branches.length === 0 || !(failure instanceof Failure) || failure.retryable) throw failure;
  return { reason: "push_refused", why: failure.message };
}

/** State, then `current` where it changes, then branches. */
function movesFor({ place, head, commit, wasActive, active, branches }: Landing): readonly RefMove[] {
  const current = { name: currentRef(place), before: wasActive ? head : null, after: active ? commit : null };
  return [
    { name: stateRef(place), before: head, after: commit },
    ...(wasActive || active ? [current] : []),
    ...branches.map(({ branch, before, commit: after }) => ({ name: `${BRANCH_REF_PREFIX}${branch}`, before, after })),
  ];
}

/** A clear refusal of GitHub's moved nothing. After a lost answer or an internal error the result is unknown. */
function isDoubtful(error: unknown): boolean {
  const refusal = apiErrorOf(error);
  return (
    refusal !== null &&
    (refusal.status === 0 || refusal.status >= 500 || /something went wrong|timeout/i.test(refusal.message))
  );
}

/**
 * The result as the state ref alone shows it; null when that ref has not moved, so that the reason is one of the
 * others.
 */
async function outcomeOf(
  api: Api,
  { place, head, commit }: Landing,
  doubtful: boolean,
): Promise<"appended" | "conflict" | null> {
  const now = await readRefTarget(api, place, stateRef(place));
  if (now === head) return null;
  const landed = now === commit || (doubtful && now !== null && (await isAncestor(api, place, commit, now)));
  return landed ? "appended" : "conflict";
}

function isOver(found: readonly RefMove[] | RefMove | AppendResult): found is AppendResult {
  return typeof found === "string" || "reason" in found;
}

/** Null leaves it to the general advice. */
function adviceAbout(moves: readonly RefMove[], doubtful: boolean): string | null {
  if (doubtful) return null;
  const names = moves.map(({ name }) => name).join(", ");
  return (
    "nothing has moved. Check that the commits exist " +
    `and that no ruleset or protected branch keeps the App from moving ${names}`
  );
}
