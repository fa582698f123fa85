/** What people's words, troubles and effects change. */
import type { Step } from "#core/events/data/step.ts";
import type { EventOf } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { isStepBroken } from "#core/run/run-facts.ts";
import { doneEntry, pendingEntry } from "./deferred-effect.ts";
import type { EventChanges } from "./reducer.ts";

/** What is said of a step that somebody ended. */
export const INTERRUPTED_MESSAGE = "interrupted";

export const CONTROL_CHANGES: EventChanges = {
  // The last word holds: a stop takes a redirect back that nobody has followed yet.
  stop_requested: (_run, { by, note, maintainer }) => ({
    stopRequest: { by, note, ...(maintainer && { maintainer }) },
    redirect: null,
  }),
  phase_error: (run, { step, message, retryable }) => troubled(run, step, { message, retryable }),
  // Whoever put it down had no trouble with it.
  step_interrupted: (run, { step, putDown }) =>
    putDown ? {} : troubled(run, step, { message: INTERRUPTED_MESSAGE, retryable: true }),
  budget_refused: (_run, { message }) => ({ budgetRefused: message, redirect: null }),
  gave_up: givenUp,
  announced: (run, { effect, at }) => ({
    effects: { ...run.effects, [effect]: pendingEntry(run.effects[effect], at) },
  }),
  settled: receipted,
};

/**
 * A receipt that comes after its announcement was taken back is none of the next one: what is due again is sent again.
 * Of several receipts the first one counts: whoever brings another one was too late. Where nobody could be sent for,
 * and nobody has come, nobody will work: the run ends, unless something else holds it up, for then it is sent for anew.
 */
function receipted(run: Run, event: EventOf<"settled">): Partial<Run> {
  const { effect, receipt, why, told } = event;
  const open = run.effects[effect];
  if (open === undefined || open.settled?.receipt != null || (told !== undefined && told !== open.at)) return {};
  const isLost = effect === "dispatch" && receipt === null && run.stage === "running" && !run.claimed;
  return {
    ...(effect === "replies" && receipt !== null ? { replied: run.corrections.length } : {}),
    ...(effect === "draft" && receipt !== null ? { drafted: Number(receipt) } : {}),
    ...(isLost ? givenUp(run, { reason: "dispatch_failed", message: why }) : {}),
    effects: { ...run.effects, [effect]: doneEntry(open, event) },
  };
}

/**
 * Whoever verifies and publishes ends what they begin: a run that is given up was verified by nobody, whatever its
 * journal says.
 */
function givenUp(run: Run, { reason, message }: Pick<EventOf<"gave_up">, "reason" | "message">): Partial<Run> {
  return { gaveUp: { reason, message }, ...withoutVerification(run), reflection: null, redirect: null };
}

/** What was about to be shown was verified by nobody who can be asked. */
export function withoutVerification({ qa }: Run): Pick<Run, "published" | "qa"> {
  const last = qa?.last?.verdict === "VERIFIED" ? null : (qa?.last ?? null);
  return { published: null, qa: qa === null ? null : { ...qa, last } };
}

/**
 * A step that failed, or was interrupted without a stop, once more: the second time in a row it ends the run. Then
 * nobody holds the run up with a redirect any more; whoever resumes it has that weighed first.
 */
function troubled(run: Run, step: Step, what: { readonly message: string; readonly retryable: boolean }): Partial<Run> {
  const trouble = { step, ...what, count: run.errorState?.step === step ? run.errorState.count + 1 : 1 };
  return { errorState: trouble, redirect: isStepBroken({ errorState: trouble }) ? null : run.redirect };
}
