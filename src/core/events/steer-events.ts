/** The events by which people steer a run that has begun: pause, resume, redirect, unblock. */
import * as z from "zod";
import { Config } from "#core/config/config.ts";
import { CommentTime } from "#core/events/data/comment-order.ts";
import { REDIRECT_CHARACTERS, RedirectChange } from "#core/events/data/correction.ts";
import { PullRequestComment } from "#core/events/data/pull-request-comment.ts";
import { StopReason } from "#core/events/data/reason.ts";
import { Plan } from "#core/plan/plan.ts";
import { MOST_REVIEW_RULES } from "#core/rules/review-rules.ts";
import { Rule } from "#core/rules/rule.ts";
import { AtomId } from "#core/tasks/atom.ts";
import { boundedText } from "#core/values/bounded-text.ts";
import { Sha } from "#core/values/ids.ts";
import { eventShape } from "./event-shape.ts";

/** The most atoms that one redirect names. */
export const MOST_REOPENED = 12;

const By = z.string();
/** When a person wrote it, and in which comment; absent where that is the time of the event. */
const WrittenAt = CommentTime.optional();

export const STEER_EVENTS = [
  eventShape("pause_requested", { by: By, said: WrittenAt }),
  /** `reason`: a person asked for it, an iteration ended in step mode, the branch is gone, or the change is large. */
  eventShape("paused", { reason: StopReason }),
  /** `restores`: the work branch was deleted, and the bot makes it again at the last commit that was kept. */
  eventShape("resumed", {
    by: By,
    restores: z.strictObject({ branch: z.string(), commit: Sha }).optional(),
    said: WrittenAt,
  }),
  /** A person mended how the repository is set up: the plan goes on over the base branch as it is now. */
  eventShape("base_renewed", { by: By, plan: Plan, config: Config, said: WrittenAt }),
  eventShape("run_unblocked", { by: By, reason: boundedText(500), said: WrittenAt }),
  /** `onPull`: the place, where it was written on the pull request, as a review or a comment. */
  eventShape("redirect_requested", {
    by: By,
    text: boundedText(REDIRECT_CHARACTERS),
    onPull: PullRequestComment.optional(),
    said: WrittenAt,
  }),
  /**
   * The change that the correction with the index `of` makes, and in one sentence why. Where a later correction came
   * first, the event changes nothing. `reopens`: the atoms whose result is to be another one; absent in journals of
   * earlier versions, where all kinds but the first did the same. `measures`: rules are made of what was asked for on
   * the pull request; absent where nothing was, and in journals of earlier versions.
   */
  eventShape("redirected", {
    of: z.int().nonnegative(),
    change: RedirectChange,
    why: boundedText(500),
    reopens: z.array(AtomId).max(MOST_REOPENED).optional(),
    measures: z.literal(true).optional(),
  }),
  /**
   * The rules that were made of what reviews ask for, up to the correction with the index `of`. Each was red on `head`,
   * from which the work goes on. `unmeasured`: what is asked for and no command was found for.
   */
  eventShape("review_measured", {
    of: z.int().nonnegative(),
    head: Sha,
    rules: z.array(Rule).max(MOST_REVIEW_RULES),
    unmeasured: z.array(boundedText(300)).max(2 * MOST_REVIEW_RULES),
  }),
  /** The goal is another one: the run makes its plan again. */
  eventShape("objective_changed", {}),
  /** A person lets the run go on with the defaults of its questions. */
  eventShape("defaults_taken", { by: By }),
] as const;
