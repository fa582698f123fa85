/** Requests of people, error states and effects: what each changes in a run. */
import type { Step } from "#core/events/data/step.ts";
import type { EventOf } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { awaitsRehearsalJob, isStepBroken } from "#core/run/run-facts.ts";
import { doneEntry, pendingEntry } from "./deferred-effect.ts";
import type { EventChanges } from "./reducer.ts";

/** The message of the error state that an interrupted step leaves. */
export const INTERRUPTED_MESSAGE = "interrupted";

export const CONTROL_CHANGES: EventChanges = {
  // The last command counts: a stop cancels a redirect that no step has followed yet.
  stop_requested: (_run, { by, note, maintainer }) => ({
    stopRequest: { by, note, ...(maintainer && { maintainer }) },
    redirect: null,
  }),
  phase_error: (run, { step, message, retryable }) => troubled(run, step, { message, retryable }),
  // A suspended step leaves no error state.
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
 * A receipt that comes after its pending effect was withdrawn does not count for the next one: the effect is due and
 * sent again. Of several receipts the first one counts. Where the bot could start no workflow run, and none has come,
 * no worker will come: the run ends, unless something else holds it up, for then the bot starts one later.
 */
function receipted(run: Run, event: EventOf<"settled">): Partial<Run> {
  const { effect, receipt, why, told } = event;
  const open = run.effects[effect];
  if (open === undefined || open.settled?.receipt != null || (told !== undefined && told !== open.at)) return {};
  const isLost = effect === "dispatch" && receipt === null && awaitsWorker(run);
  return {
    ...(effect === "replies" && receipt !== null ? { replied: run.corrections.length } : {}),
    ...(effect === "draft" && receipt !== null ? { drafted: Number(receipt) } : {}),
    ...(isLost ? givenUp(run, { reason: "dispatch_failed", message: why }) : {}),
    effects: { ...run.effects, [effect]: doneEntry(open, event) },
  };
}

function awaitsWorker(run: Run): boolean {
  return (run.stage === "running" && !run.claimed) || awaitsRehearsalJob(run);
}

/**
 * The verify and publish jobs end what they begin: a run that is given up counts as not verified, whatever its journal
 * says.
 */
function givenUp(run: Run, { reason, message }: Pick<EventOf<"gave_up">, "reason" | "message">): Partial<Run> {
  return { gaveUp: { reason, message }, ...withoutVerification(run), reflection: null, redirect: null };
}

/** Withdraws the verification of work that was about to be published: no verify job answers for it any more. */
export function withoutVerification({ qa }: Run): Pick<Run, "published" | "qa"> {
  const last = qa?.last?.verdict === "VERIFIED" ? null : (qa?.last ?? null);
  return { published: null, qa: qa === null ? null : { ...qa, last } };
}

/**
 * A step that failed, or was interrupted, runs once more where that may help; the second failure in a row ends the run.
 * Then no redirect holds the run up any more; a later resumption has it weighed first.
 */
function troubled(run: Run, step: Step, what: { readonly message: string; readonly retryable: boolean }): Partial<Run> {
  const trouble = { step, ...what, count: run.errorState?.step === step ? run.errorState.count + 1 : 1 };
  return { errorState: trouble, redirect: isStepBroken({ errorState: trouble }) ? null : run.redirect };
}
