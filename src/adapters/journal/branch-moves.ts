/** Where a batch of events moves the work branch (architecture 5: together with the journal, or not at all). */
import type { Event } from "#core/events/event.ts";

/** From where to where a branch goes; null = it must not exist yet. */
export interface BranchMove {
  readonly branch: string;
  readonly before: string | null;
  readonly commit: string;
}

/** The moves that a batch of events asks for, one a branch: several kept iterations of one branch are one way. Pure. */
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

/** A kept iteration moves its branch on; a resumption may make anew one that was deleted (GIT-11). */
function moveOf(event: Event): BranchMove | null {
  if (event.kind === "resumed" && event.restores !== undefined) return { ...event.restores, before: null };
  return event.kind === "iteration_kept" ? { branch: event.branch, before: event.before, commit: event.commit } : null;
}
