/** Repairs a refused move of refs after a look at each of them. */
import type { Api } from "#adapters/github/client/api.ts";
import type { BranchMove } from "#adapters/journal/branch-moves.ts";
import { Failure } from "#ports/failure.ts";
import type { BranchNotMoved } from "#ports/journal.ts";
import type { RefMove } from "./move-refs.ts";
import { currentRef, type RunLocation, stateRef } from "./ref-names.ts";
import { readRefTarget } from "./refs.ts";

/** An append that is to land. `wasActive` and `active`: before the append and after it. */
export interface Landing {
  readonly place: RunLocation;
  readonly repositoryId: string;
  readonly head: string | null;
  readonly commit: string;
  readonly wasActive: boolean;
  readonly active: boolean;
  readonly branches: readonly BranchMove[];
  readonly onHeal: (line: string) => void;
}

/** The beginning of a branch's ref name. */
export const BRANCH_REF_PREFIX = "refs/heads/";

/** Why a move cannot be made. */
export type MoveObstacle = "conflict" | BranchNotMoved | Failure;

/** True when it is such a reason. */
export function isMoveObstacle(found: readonly RefMove[] | RefMove | "done" | MoveObstacle): found is MoveObstacle {
  return found === "conflict" || found instanceof Failure || (typeof found === "object" && "reason" in found);
}

/** The moves as they can be made now; the same list where nothing blocks them. */
export async function mendMoves(
  api: Api,
  landing: Landing,
  moves: readonly RefMove[],
): Promise<readonly RefMove[] | MoveObstacle> {
  const mended: RefMove[] = [];
  for (const move of moves) {
    const better = move.name === stateRef(landing.place) ? move : await mend(api, landing, move);
    if (better === "done") continue;
    if (isMoveObstacle(better)) return better;
    mended.push(better);
  }
  const same = mended.length === moves.length && mended.every((move, index) => move === moves[index]);
  return same ? moves : mended;
}

/**
 * The move as it can be made now. `done`: the ref is there already, so it is left out. A deleted branch is not created
 * again without being asked for.
 */
async function mend(
  api: Api,
  { place, head, onHeal }: Landing,
  move: RefMove,
): Promise<RefMove | "done" | MoveObstacle> {
  const now = await readRefTarget(api, place, move.name);
  if (now === move.before) return move;
  if (now === move.after) return "done";
  if (now === null && move.name.startsWith(BRANCH_REF_PREFIX))
    return {
      reason: "branch_gone",
      why: `the branch ${move.name.slice(BRANCH_REF_PREFIX.length)} is gone; it was at ${move.before}`,
    };
  if (move.name !== currentRef(place) || head === null) return "conflict";
  if (now !== null) return taken(place, now);
  onHeal(`${move.name} was gone although its run is active; it is made anew`);
  return { ...move, before: null };
}

function taken({ issue, runId }: RunLocation, now: string): Failure {
  const message =
    `another run of issue ${issue} is active (refs/loopwright/issue-${issue}/current is at ${now}): ` +
    `stop that one before ${runId} goes on`;
  return new Failure("journal", message, { retryable: false });
}
