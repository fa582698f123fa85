/** Small events for tests of journals. */
import type { Event } from "#core/events/event.ts";

/** An event that carries a text. */
export function note(text: string): Event {
  return { kind: "approval_rejected", at: 1, by: "eve", reasons: [text] };
}

/** A kept iteration. */
export function kept(before: string | null, commit: string, branch = "loop/1-x"): Event {
  return { kind: "iteration_kept", at: 2, branch, before, commit };
}
