/** What people ask for, what goes wrong, and what is told to people. */
import * as z from "zod";
import { CommentTime } from "#core/events/data/comment-order.ts";
import { Effect } from "#core/events/data/effect.ts";
import { StopReason } from "#core/events/data/reason.ts";
import { Step } from "#core/events/data/step.ts";
import { optionalBoundedText } from "#core/values/bounded-text.ts";
import { eventShape } from "./event-shape.ts";

export const CONTROL_EVENTS = [
  /**
   * `putDown`: whoever drives next takes the step up as if nothing had been; absent where somebody ended it (decision
   * 0049).
   */
  eventShape("step_interrupted", { step: Step, putDown: z.literal(true).optional() }),
  eventShape("phase_error", { step: Step, message: optionalBoundedText(4000), retryable: z.boolean() }),
  eventShape("budget_refused", { message: optionalBoundedText(500) }),
  /**
   * `maintainer`: somebody with write access said so in their own words, which may be remembered (core/outcome/lesson);
   * absent for everybody else. `said`: when, absent where it was said as it was written down.
   */
  eventShape("stop_requested", {
    by: z.string(),
    note: optionalBoundedText(500),
    maintainer: z.literal(true).optional(),
    said: CommentTime.optional(),
  }),
  /** A station cannot go on, for a reason that no step of the loop gives. */
  eventShape("gave_up", { reason: StopReason, message: optionalBoundedText(4000) }),
  /**
   * The machine at work is gone: the hand-over waits for another one, which goes on from the last iteration that was
   * kept.
   */
  eventShape("worker_replaced", { worker: z.string().max(100).nullable(), why: optionalBoundedText(500) }),
  /** An effect that must not happen twice is about to be tried (architecture 2). */
  eventShape("announced", { effect: Effect }),
  /**
   * What came of it: its id on GitHub, or null and why it did not happen. `told`: when what it settles was announced,
   * in milliseconds. `retryable`: what it failed for may pass.
   */
  eventShape("settled", {
    effect: Effect,
    receipt: z.string().min(1).max(100).nullable(),
    why: optionalBoundedText(1000),
    told: z.int().nonnegative().optional(),
    retryable: z.literal(true).optional(),
  }),
] as const;
