/**
 * The time budget: the time that completed steps took, against the cap. The cap is soft: the engine checks it between
 * steps, never within one.
 */
import * as z from "zod";
import type { Limits } from "#core/values/limits.ts";
import { MINUTE } from "#core/values/time.ts";
import type { Stage } from "./reason.ts";
import { Step } from "./step.ts";

/** The time that a completed step took, in milliseconds. PRODUCE beside PREPARE is one step: they share a command. */
export const TimeUsed = z.strictObject({ step: Step, ms: z.int().nonnegative() });
export type TimeUsed = z.infer<typeof TimeUsed>;

/** Milliseconds of all completed steps that count, and the last of them. */
export interface WorkTime {
  readonly ms: number;
  readonly last: Step | null;
}

export const NO_WORK_TIME: WorkTime = { ms: 0, last: null };

/** Stages in which the time of a step counts: the run works on an approved plan. */
const COUNTED: readonly Stage[] = ["running", "verifying"];

/** Events of a step that was not completed: its time does not count. */
const INCOMPLETE = ["step_interrupted", "phase_error", "budget_refused"];

/** The time of a step as its first event stores it; none of an incomplete step or an effect. Never below 0. */
export function timeUsedOf(
  step: Step,
  ms: number,
  events: readonly { readonly kind: string }[],
): { readonly took?: TimeUsed } {
  if (step === "SETTLE" || events.some(({ kind }) => INCOMPLETE.includes(kind))) return {};
  return { took: { step, ms: Math.max(0, Math.round(ms)) } };
}

/** The time used after an event, which may bring none. `stage`: before the event. */
export function workTimeAfter(
  { stage, worked }: { readonly stage: Stage; readonly worked: WorkTime },
  took: TimeUsed | undefined,
): WorkTime {
  if (took === undefined || !COUNTED.includes(stage)) return worked;
  return { ms: worked.ms + took.ms, last: took.step };
}

/** The time used and its cap in whole seconds; `capSeconds` is null without a cap, `overshootSeconds` then 0. */
export interface TimeBudget {
  readonly countedSeconds: number;
  readonly capSeconds: number | null;
  readonly overshootSeconds: number;
  readonly lastCompletedStep: Step | null;
}

/** Compares the time used with the cap. */
export function timeBudgetOf({ ms, last }: WorkTime, { minutes }: Pick<Limits, "minutes">): TimeBudget {
  const over = minutes === null ? 0 : Math.max(0, ms - minutes * MINUTE);
  return {
    countedSeconds: Math.round(ms / 1000),
    capSeconds: minutes === null ? null : minutes * 60,
    overshootSeconds: Math.round(over / 1000),
    lastCompletedStep: last,
  };
}
