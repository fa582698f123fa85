/** The events of control: interruptions, errors, stop requests, lost workers, and effects on GitHub. */
import * as z from "zod";
import { CommentTime } from "#core/events/data/comment-order.ts";
import { Effect } from "#core/events/data/effect.ts";
import { EventMessage } from "#core/events/data/event-message.ts";
import { StopReason } from "#core/events/data/reason.ts";
import { Step } from "#core/events/data/step.ts";
import { optionalBoundedText } from "#core/values/bounded-text.ts";
import { eventShape } from "./event-shape.ts";

export const CONTROL_EVENTS = [
  /**
   * `putDown`: the step was suspended; the next driver performs it again, and it leaves no error state (decision 0049).
   * Absent where the step ended in another way.
   */
  eventShape("step_interrupted", { step: Step, putDown: z.literal(true).optional() }),
  eventShape("phase_error", { step: Step, message: EventMessage, retryable: z.boolean() }),
  eventShape("budget_refused", { message: optionalBoundedText(500) }),
  /**
   * `maintainer`: a person with write access wrote the note, so the run's lesson may keep it (core/outcome/lesson);
   * absent otherwise. `said`: when the person wrote it; absent where that is the time of the event.
   */
  eventShape("stop_requested", {
    by: z.string(),
    note: optionalBoundedText(500),
    maintainer: z.literal(true).optional(),
    said: CommentTime.optional(),
  }),
  /** A job cannot go on with the run, for a reason that is no error of a step. */
  eventShape("gave_up", { reason: StopReason, message: EventMessage }),
  /**
   * The worker is lost, or its job has no time left: the hand-over waits for another worker, which goes on from the
   * last iteration that was kept.
   */
  eventShape("worker_replaced", { worker: z.string().max(100).nullable(), why: optionalBoundedText(500) }),
  /** An effect that must not happen twice is pending: a driver is about to try it. */
  eventShape("announced", { effect: Effect }),
  /**
   * The result of a pending effect: its id on GitHub, or null and why it did not happen. `told`: when that effect
   * became pending, in milliseconds. `retryable`: the cause of the failure may pass.
   */
  eventShape("settled", {
    effect: Effect,
    receipt: z.string().min(1).max(100).nullable(),
    why: optionalBoundedText(1000),
    told: z.int().nonnegative().optional(),
    retryable: z.literal(true).optional(),
  }),
] as const;
