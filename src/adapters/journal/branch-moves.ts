/**
 * Computes where a batch of events moves the work branch: a journal appends the events and moves the branch together,
 * or does neither.
 */
import type { Event } from "#core/events/event.ts";

/** One move of a branch; `before`: null = the branch must not exist yet. */
export interface BranchMove {
  readonly branch: string;
  readonly before: string | null;
  readonly commit: string;
}

/** The moves of a batch of events, one for each branch: several kept iterations of one branch are one move. Pure. */
export function branchMovesOf(events: readonly Event[]): readonly BranchMove[] {
  const moves = new Map<string, BranchMove>();
  for (const event of events) {
    const move = moveOf(event);
    if (move === null) continue;
    const { branch, before, commit } = move;
    const earlier = moves.get(branch);
    moves.set(branch, { branch, before: earlier === undefined ? before : earlier.before, commit });
  }
  return [...moves.values()];
}

/** A kept iteration moves its branch forward; a resumed run may create a deleted branch again. */
function moveOf(event: Event): BranchMove | null {
  if (event.kind === "resumed" && event.restores !== undefined) return { ...event.restores, before: null };
  return event.kind === "iteration_kept" ? { branch: event.branch, before: event.before, commit: event.commit } : null;
}
