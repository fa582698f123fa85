/** What happens until a plan is approved. */
import * as z from "zod";
import { Config } from "#core/config/config.ts";
import { Review } from "#core/events/data/gates.ts";
import { StopReason } from "#core/events/data/reason.ts";
import { Issue } from "#core/plan/issue.ts";
import { Plan } from "#core/plan/plan.ts";
import { Question } from "#core/plan/question.ts";
import { Settings } from "#core/plan/settings.ts";
import { Id, Sha } from "#core/values/ids.ts";
import { event } from "./event-shape.ts";

export const PLAN_EVENTS = [
  event("run_started", {
    runId: z.string(),
    alias: z.string(),
    issue: Issue,
    base: Plan.shape.base,
    config: Config,
    /** The number of the account that set the label; absent off GitHub. */
    startedBy: Id.optional(),
    /** Whoever set the label may write, and a reader sees all of the issue; absent where not. */
    trusted: z.literal(true).optional(),
    /** When the label was set, in milliseconds; absent off GitHub. */
    asked: z.int().nonnegative().optional(),
  }),
  event("run_hydrated", { plan: Plan }),
  event("info_requested", { questions: z.array(Question).min(1).max(3) }),
  event("plan_reviewed", { review: Review }),
  event("revision_requested", {}),
  event("approval_requested", { digest: Sha, reason: StopReason.nullable() }),
  /** An approver wants other numbers: the plan is shown and asked about again (S1.07). */
  event("plan_changed", { by: z.string(), settings: Settings }),
  event("halted", { reason: StopReason }),
  /** `comment`, `account`: the comment on GitHub that said so and the number of its author, both null off GitHub. `handover`: its seal. */
  event("approved", {
    by: z.string(),
    digest: Sha,
    handover: Sha,
    comment: Id.nullable(),
    account: Id.nullable(),
    /** The run pauses after each iteration (M4.02). */
    stepwise: z.boolean().default(false),
    /** No person: the configuration lets such work begin (core/approval/policy). */
    policy: z.literal(true).optional(),
  }),
  event("approval_rejected", { by: z.string(), reasons: z.array(z.string()).min(1) }),
] as const;
