/** Decides whether a run may go on: one row for each stage. */
import { endingOf } from "#core/decide/ending.ts";
import { isOwnFault, type Stage } from "#core/events/data/reason.ts";
import { obstacleToNextRound } from "#core/run/next-round.ts";
import type { Run } from "#core/run/run.ts";
import { commandHint } from "./command-hint.ts";
import { isRenewable } from "./renewal.ts";

/** Why a run cannot be resumed, as a sentence; null when it can, or goes on already. */
type Row = (run: Run) => string | null;

const GOES_ON: Row = () => null;

const ROWS: Readonly<Record<Stage, Row>> = {
  hydrating: GOES_ON,
  reviewing: GOES_ON,
  awaiting_approval: (run) => `this run waits for an approval: ${commandHint(run, "approve")}`,
  running: atWork,
  verifying: atWork,
  publishing: obstacleWhileEnding,
  completed: (run) =>
    obstacleToNextRound(run) ??
    `this run is completed: ${commandHint(run, "redirect", "<text>")} says what else should be done`,
  needs_info: (run) =>
    `this run waits for answers: ${commandHint(run, "redirect", "<answers>")}, or ` +
    `${commandHint(run, "approve")} for the defaults`,
  halted: (run) =>
    isRenewable(run)
      ? null
      : `${haltedBy(run)} halted this run: ${commandHint(run, "redirect", "<text>")} has another plan made`,
  paused: GOES_ON,
  blocked: blockReasonOf,
  stopped: (run) => (run.approval === null ? UNAPPROVED : wouldEndAgain(run)),
  failed: (run) => (isRenewable(run) ? null : run.approval === null ? UNAPPROVED : onceMore(run)),
};

function haltedBy({ ending }: Run): string {
  return ending === "rehearsal_failed" || ending === "setup_failed" ? "its rehearsal" : "the plan-critic";
}

const UNAPPROVED = "this run ended before it was approved; begin a new one";

/**
 * Why a run cannot be resumed, as a sentence; null when it can. Limits are not asked here: they end it again at once.
 */
export function obstacleToResume(run: Run): string | null {
  return ROWS[run.stage](run);
}

/** The worker follows what was asked before. */
function atWork(run: Run): string | null {
  return (
    obstacleWhileEnding(run) ??
    (run.pausing === null ? null : "this run is about to pause; say it again once it is paused")
  );
}

/**
 * Why a command would have no effect now: the run is about to end, and its runner has not ended it yet. Null where it
 * goes on, and where no workflow run works on it: then there is nothing to wait for. `again`: the command to use once
 * the run is over.
 */
export function obstacleWhileEnding(run: Run, again = commandHint(run, "resume")): string | null {
  const ending = endingOf(run);
  if (ending === null || ending.stage === "completed" || !run.claimed || run.worker === null) return null;
  return `whoever works on this run is still ending it; say it again once it is ${ending.stage}, as ${again}`;
}

const CONFLICTS =
  "the work conflicts with the base as it is now, and would again; begin a new run over it, or " +
  "merge the branch by hand";

/** Going on in the same way would have the same result. */
function wouldEndAgain(run: Run): string | null {
  if (run.ending === "base_conflicts") return CONFLICTS;
  if (run.ending !== "nothing_changed") return null;
  return (
    `nothing was changed before, and nothing would be now: ${commandHint(run, "redirect", "<text>")} ` +
    "says it in other words"
  );
}

/** A failed run may be resumed once; one that has not failed by itself, as often as its runners are lost. */
function onceMore({ revived, errorState, ending }: Run): string | null {
  return revived === 0 || !isOwnFault(ending)
    ? null
    : `this run was resumed before and failed again (${errorState?.message ?? ending}); begin a new one`;
}

/** The advice for a blocked run at every entry point, and how a maintainer clears the block. */
export function blockReasonOf(run: Run): string {
  if (run.ending !== "audit_block")
    return "this run is blocked, because its history could not be read; begin a new one";
  return (
    "an audit blocked this run; nothing goes on before a maintainer has looked at what it objected " +
    `to, and clears it with ${commandHint(run, "unblock", "<reason>")}`
  );
}
