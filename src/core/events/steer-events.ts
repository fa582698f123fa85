/**
 * What happens when people steer a run that has begun: pause, resume, redirect, unblock (S2.06 to S2.09, S4.10, S4.11,
 * C0.03).
 */
import * as z from "zod";
import { CommentTime } from "#core/events/data/comment-order.ts";
import { REDIRECT_CHARACTERS, RedirectChange } from "#core/events/data/correction.ts";
import { PullRequestComment } from "#core/events/data/pull-request-comment.ts";
import { StopReason } from "#core/events/data/reason.ts";
import { boundedText } from "#core/values/bounded-text.ts";
import { Sha } from "#core/values/ids.ts";
import { eventShape } from "./event-shape.ts";

const By = z.string();
/** When a person said it; absent where it was said as it was written down. */
const Told = CommentTime.optional();

export const STEER_EVENTS = [
  eventShape("pause_requested", { by: By, said: Told }),
  /** `reason`: somebody asked for it, or an iteration is done in step mode. */
  eventShape("paused", { reason: StopReason }),
  /** `restores`: the work branch was deleted, and is made anew at the last commit that was kept (GIT-11). */
  eventShape("resumed", {
    by: By,
    restores: z.strictObject({ branch: z.string(), commit: Sha }).optional(),
    said: Told,
  }),
  eventShape("run_unblocked", { by: By, reason: boundedText(500), said: Told }),
  /** `onPull`: said on the pull request, as a review or a comment. */
  eventShape("redirect_requested", {
    by: By,
    text: boundedText(REDIRECT_CHARACTERS),
    onPull: PullRequestComment.optional(),
    said: Told,
  }),
  /**
   * What the correction with the index `of` changes, and in one sentence why; of one that was overtaken by another it
   * changes nothing.
   */
  eventShape("redirected", { of: z.int().nonnegative(), change: RedirectChange, why: boundedText(500) }),
  /** The goal is another one: the plan is made anew. */
  eventShape("objective_changed", {}),
  /** Questions are answered by their defaults. */
  eventShape("defaults_taken", { by: By }),
] as const;
