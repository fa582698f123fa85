/** The run's history: append-only, moved by compare-and-swap. One suite of tests holds for every implementation. */
import type { Event } from "#core/events/event.ts";

/** The history of a run: its events in order, or why they cannot be read (core/decide/stop fails closed then). */
export type History =
  | { readonly kind: "events"; readonly events: readonly Event[] }
  | { readonly kind: "missing" }
  /** `events`: those before the place that cannot be read; empty when there are none. */
  | { readonly kind: "unreadable"; readonly why: string; readonly events: readonly Event[] };

/** The result of an append. */
export type AppendResult = "appended" | "conflict" | BranchNotMoved;

/**
 * The journal could have moved and the work branch could not, so neither did: the branch was deleted, or GitHub refuses
 * to move it. `why`: for people.
 */
export interface BranchNotMoved {
  readonly reason: "branch_gone" | "push_refused";
  readonly why: string;
}

export interface Journal {
  /** Reads all events. Throws `Failure("journal")` when the store cannot be reached. */
  load(): Promise<History>;
  /**
   * Appends the events as one commit, if the journal still holds exactly `after` events; else changes nothing and says
   * `conflict`. A kept iteration among them moves the work branch in the same transaction, a resumption that restores
   * it makes it anew: if the branch is not where the event says, nothing moves and it says `conflict` too, or why it
   * cannot be moved. Throws `Failure("journal")`.
   */
  append(events: readonly Event[], after: number): Promise<AppendResult>;
  /** The number of events now; cheap, for polling. */
  length(): Promise<number>;
}
