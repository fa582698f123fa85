/** What people's words, troubles and effects change. */

import { without } from "./effect.ts";
import type { EventOf } from "./event.ts";
import type { Changes } from "./reducer.ts";
import type { Run } from "./run.ts";
import type { Step } from "./step.ts";

export const CONTROL_CHANGES: Changes = {
  stop_requested: (_run, { by, note, maintainer }) => ({ stopRequest: { by, note, ...(maintainer && { maintainer }) } }),
  phase_error: (run, { step, message, retryable }) => ({ trouble: troubled(run, step, { message, retryable }) }),
  step_interrupted: (run, { step }) => ({ trouble: troubled(run, step, { message: "interrupted", retryable: true }) }),
  budget_refused: (_run, { message }) => ({ budgetRefused: message }),
  gave_up: givenUp,
  announced: (run, { effect, at }) => ({ effects: { ...run.effects, [effect]: { at, settled: null } } }),
  settled: (run, { effect, receipt, why }) => ({
    effects: { ...run.effects, [effect]: { at: run.effects[effect]?.at ?? run.updatedAt, settled: { receipt, why } } },
  }),
  resumed: (run) => ({
    consumed: false,
    effects: without(run.effects, "dispatch", "result"),
    gaveUp: null,
    ...(run.setup?.ok === false ? { setup: null, baseScore: null } : {}),
    stopRequest: null,
    trouble: null,
    budgetRefused: null,
    reflection: null,
    ending: null,
    revived: run.revived + (run.stage === "failed" ? 1 : 0),
    progress: { ...run.progress, stagnation: 0 },
  }),
};

/** Whoever verifies and publishes ends what they begin: a run that is given up was verified by nobody, whatever its journal says. */
function givenUp({ qa }: Run, { reason, message }: EventOf<"gave_up">): Partial<Run> {
  const last = qa?.last?.verdict === "VERIFIED" ? null : (qa?.last ?? null);
  return { gaveUp: { reason, message }, published: null, reflection: null, qa: qa === null ? null : { ...qa, last } };
}

/** A step that failed, or was interrupted without a stop, once more: the second time in a row it ends the run. */
function troubled(run: Run, step: Step, what: { readonly message: string; readonly retryable: boolean }): NonNullable<Run["trouble"]> {
  return { step, ...what, count: run.trouble?.step === step ? run.trouble.count + 1 : 1 };
}
