/** Folds what a step has decided so far into the run, so that the rest of the step sees it. */
import { type EventDraft, withTime } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";

/** The run after these drafts, at the time of its last event. Pure. */
export function withDrafts(run: Run, drafts: readonly EventDraft[]): Run {
  return drafts.reduce((now, draft) => evolve(now, withTime(draft, now.updatedAt)), run);
}
