/** What happens once the loop has passed, and how a run ends. */
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
  /** `key`: the audit key, which nothing is drawn from any more; null when the loop passed where it is not known. */
  eventShape("loop_passed", { reason: StopReason, key: Sha.nullable() }),
  /**
   * `checklist`: the acceptance, line by line; absent where it was not reached (S2.34). `strength`: absent where it was
   * not measured. `conflicts`: the work does not merge with the base as it is now; absent where it does.
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
  /** Where the base branch points while the work is shown (S0.61). */
  eventShape("base_seen", { base: Sha }),
  /** `title`: what we called it. */
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
  /** In place of a change: what was found out, with the quotations that hold, and what was left out. */
  eventShape("answered", {
    claims: z.array(AnswerClaim).min(1).max(12),
    dropped: z.array(optionalBoundedText(800)).max(12),
  }),
] as const;
