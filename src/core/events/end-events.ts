/** The events of verification and publication, and of the end of a run. */
import * as z from "zod";
import { CheckStrength } from "#core/analysis/test-guard/mutants.ts";
import { AnswerClaim } from "#core/events/data/answer.ts";
import { StopReason } from "#core/events/data/reason.ts";
import { QaResult, Reflection } from "#core/events/data/review-results.ts";
import { ChecklistLine } from "#core/rules/checklist-line.ts";
import { optionalBoundedText } from "#core/values/bounded-text.ts";
import { Sha } from "#core/values/ids.ts";
import { eventShape } from "./event-shape.ts";

export const END_EVENTS = [
  /** `key`: the audit key, revealed because it decides no audit any more; null where the driver does not know it. */
  eventShape("loop_passed", { reason: StopReason, key: Sha.nullable() }),
  /**
   * `checklist`: the acceptance, line by line; absent where QA did not reach it. `strength`: absent where it was not
   * measured. `conflicts`: the work does not merge with the base as it is now; absent where it does.
   */
  eventShape("qa_done", {
    qa: QaResult,
    head: Sha,
    base: Sha,
    checklist: z.array(ChecklistLine).max(120).optional(),
    strength: CheckStrength.optional(),
    conflicts: z.literal(true).optional(),
  }),
  eventShape("reflection_done", { reflection: Reflection }),
  eventShape("publish_requested", {}),
  /** `base`: the commit of the base branch when the work was published. */
  eventShape("base_seen", { base: Sha }),
  /** `title`: the one that the publish job gave the pull request. */
  eventShape("published", {
    number: z.int().positive().nullable(),
    url: z.string().nullable(),
    branch: z.string(),
    head: Sha,
    title: z.string().optional(),
  }),
  eventShape("stopped", { reason: StopReason, key: Sha.nullable() }),
  eventShape("failed", { reason: StopReason, key: Sha.nullable() }),
  eventShape("completed", { reason: StopReason, key: Sha.nullable() }),
  eventShape("run_blocked", { reason: StopReason }),
  /** An answer in place of a change: the claims whose quotations were found, and the text of the dropped ones. */
  eventShape("answered", {
    claims: z.array(AnswerClaim).min(1).max(12),
    dropped: z.array(optionalBoundedText(800)).max(12),
  }),
] as const;
