/** The moment of an append: state ref, `current` and work branch move in one transaction, and a refusal is understood by looking. */
import { Failure } from "#ports/failure.ts";
import type { Appended, Unmoved } from "#ports/journal.ts";
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

const HEADS = "refs/heads/";

/** Sends before it gives up, each after a look: as it was asked for, with what the look put right, and once more. */
const SENDS = 3;

/**
 * Moves all refs or none. `conflict`: the run has moved, or a branch is not where its event says, or, for a run's first append,
 * another run of the issue is active. A commit that is in the ref already has landed, however the answer got lost (ST-15, CR-13).
 * A work branch that is gone, or that GitHub refuses to move, is told and not sent again. Throws `Failure("journal")` with GitHub's own
 * words for any other refusal, and retryable where it is not known what came of it.
 */
export async function land(api: Api, landing: Landing): Promise<Appended> {
  let moves = movesFor(landing);
  for (let sends = 1; ; sends += 1) {
    const error = await refusalTo(() => moveRefs(api, landing.repositoryId, moves));
    if (error === null) return "appended";
    const doubtful = isDoubtful(error);
    const mended = await lookAgain(api, landing, moves, doubtful);
    if (isOver(mended)) return mended;
    const hopeless = !doubtful && mended === moves;
    if (hopeless || sends === SENDS) return refusedBranch(landing, failed(error, moves, doubtful), hopeless);
    moves = mended;
  }
}

/** What a look says of the refused moves: that they have landed after all, or why they cannot; or the moves as they can be made now. */
async function lookAgain(api: Api, landing: Landing, moves: readonly RefMove[], doubtful: boolean): Promise<Appended | readonly RefMove[]> {
  return (await outcomeOf(api, landing, doubtful)) ?? mendAll(api, landing, moves);
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
  return failureOf(error, { service: "journal", cure: (refusal) => cureOf(refusal) ?? cureFor(moves, doubtful) });
}

/** Said of the branch, where one was to move: without it the journal may yet tell of the refusal. Throws the failure otherwise. */
function refusedBranch({ branches }: Landing, failure: unknown, hopeless: boolean): Unmoved {
  if (!hopeless || branches.length === 0 || !(failure instanceof Failure) || failure.retryable) throw failure;
  return { reason: "push_refused", why: failure.message };
}

/** State, then `current` where it is touched, then branches. */
function movesFor({ place, head, commit, wasActive, active, branches }: Landing): readonly RefMove[] {
  const current = { name: currentRef(place), before: wasActive ? head : null, after: active ? commit : null };
  return [
    { name: stateRef(place), before: head, after: commit },
    ...(wasActive || active ? [current] : []),
    ...branches.map(({ branch, before, commit: after }) => ({ name: `${HEADS}${branch}`, before, after })),
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

/** Why a move cannot be made. */
type Stuck = "conflict" | Unmoved;

function isOver(found: readonly RefMove[] | RefMove | Appended): found is Appended {
  return typeof found === "string" || "reason" in found;
}

/** The moves as they can be made now; the same list where nothing stands in their way. */
async function mendAll(api: Api, landing: Landing, moves: readonly RefMove[]): Promise<readonly RefMove[] | Stuck> {
  const mended: RefMove[] = [];
  for (const move of moves) {
    const better = move.name === stateRef(landing.place) ? move : await mend(api, landing, move);
    if (better === "done") continue;
    if (isOver(better)) return better;
    mended.push(better);
  }
  const same = mended.length === moves.length && mended.every((move, index) => move === moves[index]);
  return same ? moves : mended;
}

/** The move as it can be made now. `done`: the ref is there already, so it is left out. A branch that somebody deleted is not made anew unasked. */
async function mend(api: Api, { place, head, onHeal }: Landing, move: RefMove): Promise<RefMove | "done" | Stuck> {
  const now = await whereIs(api, place, move.name);
  if (now === move.before) return move;
  if (now === move.after) return "done";
  if (now === null && move.name.startsWith(HEADS))
    return { reason: "branch_gone", why: `the branch ${move.name.slice(HEADS.length)} is gone; it was at ${move.before}` };
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
