/** What has happened, in the past tense: the only thing that changes a run. Names are those of S1.17 and behaviours 6.7. */
import * as z from "zod";
import { Config } from "./config.ts";
import { Effect } from "./effect.ts";
import { Audit, Qa, Reflection, Review } from "./gates.ts";
import { Issue } from "./issue.ts";
import { AddedCheck, Advice, PlanStep } from "./iteration.ts";
import { Level } from "./level.ts";
import { Plan } from "./plan.ts";
import { maybeProse } from "./prose.ts";
import { StopReason } from "./reason.ts";
import { Evaluation, RuleResult } from "./score.ts";
import { Spend } from "./spend.ts";
import { Step } from "./step.ts";
import { TestRun } from "./test-run.ts";

const Sha = z.string().regex(/^[0-9a-f]{40,64}$/);
const Id = z.int().positive();
const Paths = z.array(z.string()).max(500);

/** `at`: milliseconds since the epoch. `spend`: what the command cost, on the first event that came of it. */
function event<K extends string, S extends z.core.$ZodLooseShape>(kind: K, shape: S) {
  return z.strictObject({ kind: z.literal(kind), at: z.int().nonnegative(), spend: Spend.optional(), ...shape });
}

const work = {
  tree: Sha,
  changed: Paths,
  refused: z.array(z.strictObject({ path: z.string(), reason: z.string() })).max(100),
  toolCalls: z.int().nonnegative(),
  summary: maybeProse(4000),
  /** The latest tool calls, at most ten, for the audit before QA. */
  lastCalls: z.array(maybeProse(120)).max(10).default([]),
};

export const Event = z.discriminatedUnion("kind", [
  event("run_started", {
    runId: z.string(),
    alias: z.string(),
    issue: Issue,
    base: Plan.shape.base,
    config: Config,
  }),
  event("run_hydrated", { plan: Plan }),
  event("info_requested", { questions: z.array(z.string().min(1)).min(1).max(3) }),
  event("plan_reviewed", { review: Review }),
  event("revision_requested", {}),
  event("approval_requested", { digest: Sha, reason: StopReason.nullable() }),
  event("halted", { reason: StopReason }),
  /** `comment`, `account`: the comment on GitHub that said so and the number of its author, both null off GitHub. `handover`: its seal. */
  event("approved", { by: z.string(), digest: Sha, handover: Sha, comment: Id.nullable(), account: Id.nullable() }),
  event("approval_rejected", { by: z.string(), reasons: z.array(z.string()).min(1) }),
  /** `keyHash`: SHA-256 of the audit key that holds from now on. `worker`: the workflow run that took the hand-over up; null off GitHub. */
  event("consumed", { handover: Sha, keyHash: Sha, worker: z.string().max(100).nullable() }),
  event("setup_done", { ok: z.boolean(), details: maybeProse(4000), ms: z.int().nonnegative() }),
  event("base_scored", { results: z.array(RuleResult), tests: TestRun.nullable() }),
  event("plan_created", { steps: z.array(PlanStep).min(1).max(5) }),
  event("artifact_created", { ...work, skipped: z.boolean() }),
  event("checks_prepared", { checks: z.array(AddedCheck).max(40), notes: z.array(maybeProse(600)).max(30) }),
  event("evaluation_done", { evaluation: Evaluation }),
  event("iteration_kept", { branch: z.string(), before: Sha.nullable(), commit: Sha }),
  event("iteration_discarded", { tree: Sha }),
  event("critique_done", { advice: z.array(Advice).min(1).max(5) }),
  event("refinement_done", { ...work, previousTree: Sha }),
  event("phase_switched", { to: Level, tree: Sha }),
  event("iteration_advanced", { iteration: z.int().positive(), cause: z.enum(["refined", "qa"]) }),
  event("audit_done", { audit: Audit, call: z.int().nonnegative() }),
  event("run_blocked", { reason: StopReason }),
  event("step_interrupted", { step: Step }),
  event("phase_error", { step: Step, message: maybeProse(4000), retryable: z.boolean() }),
  event("budget_refused", { message: maybeProse(500) }),
  event("stop_requested", { by: z.string(), note: maybeProse(500) }),
  /** `key`: the audit key, which nothing is drawn from any more; null when the loop passed where it is not known. */
  event("loop_passed", { reason: StopReason, key: Sha.nullable() }),
  event("qa_done", { qa: Qa, head: Sha, base: Sha }),
  event("reflection_done", { reflection: Reflection }),
  event("publish_requested", {}),
  event("published", { number: z.int().positive().nullable(), url: z.string().nullable(), branch: z.string(), head: Sha }),
  event("stopped", { reason: StopReason, key: Sha.nullable() }),
  event("failed", { reason: StopReason, key: Sha.nullable() }),
  event("completed", { reason: StopReason, key: Sha.nullable() }),
  event("resumed", { by: z.string() }),
  /** A station cannot go on, for a reason that no step of the loop gives. */
  event("gave_up", { reason: StopReason, message: maybeProse(4000) }),
  /** An effect that must not happen twice is about to be tried (architecture 2). */
  event("announced", { effect: Effect }),
  /** What came of it: its id on GitHub, or null and why it did not happen. */
  event("settled", { effect: Effect, receipt: z.string().min(1).max(100).nullable(), why: maybeProse(1000) }),
]);
export type Event = z.infer<typeof Event>;
export type EventKind = Event["kind"];
/** One kind of event, by its name. */
export type EventOf<K extends EventKind> = Extract<Event, { kind: K }>;
/** An event that has no time and no price yet: what a step or a conclusion gives, before the driver writes it down. */
export type Draft<K extends EventKind = EventKind> = K extends EventKind ? Omit<EventOf<K>, "at" | "spend"> : never;

/** A draft as it is written down: with its time, in milliseconds. */
export function timed(draft: Draft, at: number): Event {
  return { ...draft, at } as Event; // a draft is an event without its time
}
