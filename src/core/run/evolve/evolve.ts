/** Folds an event into a run. Pure; an event that is not lawful in the stage changes nothing but the count. */
import { problemTallyAfter } from "#core/events/data/problem-tally.ts";
import { workTimeAfter } from "#core/events/data/time-used.ts";
import type { Event, EventKind } from "#core/events/event.ts";
import { lastCommandsAfter } from "#core/run/last-commands.ts";
import { roleLogAfter } from "#core/run/role-log.ts";
import type { Run } from "#core/run/run.ts";
import { isLawful, stageAfter } from "#core/run/stage.ts";
import { addUsage, NO_USAGE } from "#core/values/usage.ts";
import { ATOM_CHANGES } from "./evolve-atom.ts";
import { CONTROL_CHANGES } from "./evolve-control.ts";
import { END_CHANGES } from "./evolve-end.ts";
import { LOOP_CHANGES } from "./evolve-loop.ts";
import { PLAN_CHANGES } from "./evolve-plan.ts";
import { REVIEW_CHANGES } from "./evolve-review.ts";
import { STEER_CHANGES } from "./evolve-steer.ts";
import { initialRun } from "./initial-run.ts";
import type { EventChange, EventChanges } from "./reducer.ts";

const CHANGES: EventChanges = {
  ...PLAN_CHANGES,
  ...LOOP_CHANGES,
  ...ATOM_CHANGES,
  ...CONTROL_CHANGES,
  ...STEER_CHANGES,
  ...REVIEW_CHANGES,
  ...END_CHANGES,
};

/**
 * The run after `event`; its epoch ends when a worker claims it or lets it go. Never throws, whatever the order of
 * events: any prefix of a journal is a legal run.
 */
export function evolve(run: Run, event: Event): Run {
  const rev = run.rev + 1;
  // What CI says of shown work later takes no time of the run.
  const updatedAt = event.kind === "ci_seen" ? run.updatedAt : Math.max(run.updatedAt, event.at);
  const spend = addUsage(run.spend, event.spend ?? NO_USAGE);
  if (isStale(run, event)) return { ...run, rev, updatedAt, spend };
  const worked = workTimeAfter(run, event.took);
  const learned = problemTallyAfter(run.learned, run.progress.iteration, event.stumbles);
  const roles = roleLogAfter(run.roles, event);
  const words = lastCommandsAfter(run.lastCommands, event);
  const counted = { ...run, rev, updatedAt, spend, worked, learned, roles, lastCommands: words };
  if (!isLawful(run.stage, event)) return counted;
  // The table is keyed by the kind, so the pair always fits.
  const change = CHANGES[event.kind] as EventChange<EventKind> | undefined;
  const after = Object.assign(counted, change?.(counted, event), { stage: stageAfter(run.stage, event) });
  if (after.claimed === run.claimed) return after;
  return { ...after, epoch: run.epoch + 1, ...(run.claimed ? { leaseUntil: null } : {}) };
}

/** The writer of the event does not have the lease any more. */
function isStale({ epoch }: Run, { epoch: written }: Event): boolean {
  return written !== undefined && written !== epoch;
}

/**
 * Folds that were made already, by their lists: each is kept for as long as a caller has the list, which no caller
 * changes.
 */
const FOLDED = new WeakMap<readonly Event[], Run | null>();

/**
 * The run that a list of events makes; null when it does not begin with `run_started`. A list is folded once: do not
 * change one that you gave.
 */
export function replay(events: readonly Event[]): Run | null {
  const known = FOLDED.get(events);
  if (known !== undefined) return known;
  const [first, ...rest] = events;
  const run = first?.kind === "run_started" ? rest.reduce(evolve, initialRun(first)) : null;
  FOLDED.set(events, run);
  return run;
}

/** These events and those after them, as one list. `replay` of it costs no more than what was added. */
export function withEvents(before: readonly Event[], added: readonly Event[]): readonly Event[] {
  if (added.length === 0) return before;
  const events = [...before, ...added];
  const run = before.length === 0 ? null : replay(before);
  if (run !== null) FOLDED.set(events, added.reduce(evolve, run));
  return events;
}
