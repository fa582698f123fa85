/** The moment of an append: state ref, `current` and work branch move in one transaction, and a refusal is understood by looking. */
import { Failure } from "#ports/failure.ts";
import type { Move } from "../../journal/moves.ts";
import type { Api } from "../api.ts";
import { cureOf } from "../cure.ts";
import { failureOf } from "../errors.ts";
import { refusalOf } from "../refusal.ts";
import { currentRef, type RunPlace, stateRef } from "./names.ts";
import { isIn, moveRefs, type RefMove, whereIs } from "./refs.ts";

/** What is to move. `wasActive` and `active`: before the append and after it (S1.14). */
export interface Landing {
  readonly place: RunPlace;
  readonly repositoryId: string;
  readonly head: string | null;
  readonly commit: string;
  readonly wasActive: boolean;
  readonly active: boolean;
  readonly branches: readonly Move[];
  readonly onHeal: (line: string) => void;
}

/** Sends before it gives up, each after a look: as it was asked for, with what the look put right, and once more. */
const SENDS = 3;

/**
 * Moves all refs or none. `conflict`: the run has moved, or a branch is not where its event says, or, for a run's first append,
 * another run of the issue is active. A commit that is in the ref already has landed, however the answer got lost (ST-15, CR-13).
 * Throws `Failure("journal")` with GitHub's own words for any other refusal, and retryable where it is not known what came of it.
 */
export async function land(api: Api, landing: Landing): Promise<"appended" | "conflict"> {
  let moves = movesFor(landing);
  for (let sends = 1; ; sends += 1) {
    const error = await refusalTo(() => moveRefs(api, landing.repositoryId, moves));
    if (error === null) return "appended";
    const doubtful = isDoubtful(error);
    const outcome = await outcomeOf(api, landing, doubtful);
    const mended = outcome ?? (await mendAll(api, landing, moves));
    if (typeof mended === "string") return mended;
    const hopeless = !doubtful && mended === moves;
    if (sends === SENDS || hopeless)
      throw failureOf(error, { service: "journal", cure: (refusal) => cureOf(refusal) ?? cureFor(moves, doubtful) });
    moves = mended;
  }
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

/** State, then `current` where it is touched, then branches. */
function movesFor({ place, head, commit, wasActive, active, branches }: Landing): readonly RefMove[] {
  const current = { name: currentRef(place), before: wasActive ? head : null, after: active ? commit : null };
  return [
    { name: stateRef(place), before: head, after: commit },
    ...(wasActive || active ? [current] : []),
    ...branches.map(({ branch, before, commit: after }) => ({ name: `refs/heads/${branch}`, before, after })),
  ];
}

/** GitHub's clear refusals moved nothing. After a lost answer or an internal error nobody knows (API-10). */
function isDoubtful(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal !== null && (refusal.status === 0 || refusal.status >= 500 || /something went wrong|timeout/i.test(refusal.said));
}

/** What the state ref alone says of it; null when it stands where it stood, so that the reason lies with the other refs. */
async function outcomeOf(api: Api, { place, head, commit }: Landing, doubtful: boolean): Promise<"appended" | "conflict" | null> {
  const now = await whereIs(api, place, stateRef(place));
  if (now === head) return null;
  const landed = now === commit || (doubtful && now !== null && (await isIn(api, place, commit, now)));
  return landed ? "appended" : "conflict";
}

/** The moves as they can be made now; the same list where nothing stands in their way. */
async function mendAll(api: Api, landing: Landing, moves: readonly RefMove[]): Promise<readonly RefMove[] | "conflict"> {
  const mended: RefMove[] = [];
  for (const move of moves) {
    const better = move.name === stateRef(landing.place) ? move : await mend(api, landing, move);
    if (better === "conflict") return "conflict";
    if (better !== "done") mended.push(better);
  }
  const same = mended.length === moves.length && mended.every((move, index) => move === moves[index]);
  return same ? moves : mended;
}

/** The move as it can be made now. `done`: the ref is there already, so it is left out. */
async function mend(api: Api, { place, head, onHeal }: Landing, move: RefMove): Promise<RefMove | "done" | "conflict"> {
  const now = await whereIs(api, place, move.name);
  if (now === move.before) return move;
  if (now === move.after) return "done";
  if (move.name !== currentRef(place) || head === null) return "conflict";
  if (now !== null) throw taken(place, now);
  onHeal(`${move.name} was gone although its run is active; it is made anew`);
  return { ...move, before: null };
}

function taken({ issue, runId }: RunPlace, now: string): Failure {
  const message = `another run of issue ${issue} is active (refs/loopwright/issue-${issue}/current is at ${now}): stop that one before ${runId} goes on`;
  return new Failure("journal", message, { retryable: false });
}

/** Null leaves it to the general advice. */
function cureFor(moves: readonly RefMove[], doubtful: boolean): string | null {
  if (doubtful) return null;
  const names = moves.map(({ name }) => name).join(", ");
  return `nothing has moved. Check that the commits exist and that no ruleset or protected branch keeps the App from moving ${names}`;
}
