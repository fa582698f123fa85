/** What happens once the loop has passed, and how a run ends. */
import * as z from "zod";
import { Strength } from "#core/analysis/test-guard/mutants.ts";
import { Claim } from "#core/events/data/answer.ts";
import { Qa, Reflection } from "#core/events/data/gates.ts";
import { StopReason } from "#core/events/data/reason.ts";
import { ChecklistLine } from "#core/rules/acceptance.ts";
import { Sha } from "#core/values/ids.ts";
import { maybeProse } from "#core/values/prose.ts";
import { event } from "./event-shape.ts";

export const END_EVENTS = [
  /** `key`: the audit key, which nothing is drawn from any more; null when the loop passed where it is not known. */
  event("loop_passed", { reason: StopReason, key: Sha.nullable() }),
  /**
   * `checklist`: the acceptance, line by line; absent where it was not reached (S2.34). `strength`: absent where it was not measured.
   * `conflicts`: the work does not merge with the base as it is now; absent where it does.
   */
  event("qa_done", {
    qa: Qa,
    head: Sha,
    base: Sha,
    checklist: z.array(ChecklistLine).max(120).optional(),
    strength: Strength.optional(),
    conflicts: z.literal(true).optional(),
  }),
  event("reflection_done", { reflection: Reflection }),
  event("publish_requested", {}),
  /** Where the base branch points while the work is shown (S0.61). */
  event("base_seen", { base: Sha }),
  /** `title`: what we called it. */
  event("published", {
    number: z.int().positive().nullable(),
    url: z.string().nullable(),
    branch: z.string(),
    head: Sha,
    title: z.string().optional(),
  }),
  event("stopped", { reason: StopReason, key: Sha.nullable() }),
  event("failed", { reason: StopReason, key: Sha.nullable() }),
  event("completed", { reason: StopReason, key: Sha.nullable() }),
  event("run_blocked", { reason: StopReason }),
  /** In place of a change: what was found out, with the quotations that hold, and what was left out. */
  event("answered", { claims: z.array(Claim).min(1).max(12), dropped: z.array(maybeProse(800)).max(12) }),
] as const;
