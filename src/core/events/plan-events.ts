/** The events of planning: from the start of a run to the approval of its plan. */
import * as z from "zod";
import { Config } from "#core/config/config.ts";
import { EventMessage } from "#core/events/data/event-message.ts";
import { StopReason } from "#core/events/data/reason.ts";
import { PlanReview } from "#core/events/data/review-results.ts";
import { Issue } from "#core/plan/issue.ts";
import { MOST_RULES, Plan } from "#core/plan/plan.ts";
import { PlanNumbers } from "#core/plan/plan-numbers.ts";
import { Question } from "#core/plan/question.ts";
import { BrokenRule } from "#core/rules/broken-rule.ts";
import { Id, Sha } from "#core/values/ids.ts";
import { EarlierCost, MOST_EARLIER } from "#core/values/usage.ts";
import { eventShape } from "./event-shape.ts";

/** A run's configuration as journals hold it: earlier versions wrote a key that no configuration may have any more. */
const StoredConfig = Config.extend({ speculative: z.literal(false).optional() });

export const PLAN_EVENTS = [
  eventShape("run_started", {
    runId: z.string(),
    alias: z.string(),
    issue: Issue,
    base: Plan.shape.base,
    config: StoredConfig,
    /** The number of the account that asked for it; absent off GitHub. */
    startedBy: Id.optional(),
    /** The person who asked for it may write, and a reader sees all of the issue; absent where not. */
    trusted: z.literal(true).optional(),
    /** When it was asked for, in milliseconds; absent off GitHub. */
    asked: z.int().nonnegative().optional(),
    /**
     * Plans are tried before they are shown: by whoever makes them, or by a job of the workflow. Absent where nothing
     * can try one, and in older journals.
     */
    rehearses: z.union([z.literal(true), z.literal("job")]).optional(),
    /** What the last runs of the repository cost, the newest first; absent where none is known. */
    earlier: z.array(EarlierCost).min(1).max(MOST_EARLIER).optional(),
  }),
  eventShape("run_hydrated", { plan: Plan }),
  /**
   * `plan`: the same one, with the commands that work here and what its rules show on the base. `broken`: rules that
   * are red, or green, for the wrong reason. `failed`: why the base could not be set up or tested; null where it was.
   */
  eventShape("rehearsed", {
    plan: Plan,
    broken: z.array(BrokenRule).max(MOST_RULES),
    failed: EventMessage.nullable(),
  }),
  eventShape("info_requested", { questions: z.array(Question).min(1).max(3) }),
  eventShape("plan_reviewed", { review: PlanReview }),
  eventShape("revision_requested", {}),
  eventShape("approval_requested", { digest: Sha, reason: StopReason.nullable() }),
  /** An approver changes numbers of the plan: the bot shows it and asks for approval again. */
  eventShape("plan_changed", { by: z.string(), settings: PlanNumbers }),
  /**
   * The first comment of a person who is heard (core/plan/discussion) that is newer than the plan that waits. `by`: the
   * login; `written`: when, in ISO 8601; `url`: its address.
   */
  eventShape("discussion_moved", { comment: Id, by: z.string(), written: z.string().max(40), url: z.string() }),
  eventShape("halted", { reason: StopReason }),
  /**
   * `comment`, `account`: the approving comment on GitHub and the number of its author, both null off GitHub.
   * `handover`: the hand-over digest.
   */
  eventShape("approved", {
    by: z.string(),
    digest: Sha,
    handover: Sha,
    comment: Id.nullable(),
    account: Id.nullable(),
    /** The run pauses after each iteration. */
    stepwise: z.boolean().default(false),
    /** No person approved: the configuration lets such work begin (core/approval/policy). */
    policy: z.literal(true).optional(),
  }),
  eventShape("approval_rejected", { by: z.string(), reasons: z.array(z.string()).min(1) }),
] as const;
