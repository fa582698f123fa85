/** The events of the loop: from the claim of a hand-over over the work of an iteration to its score and audits. */
import * as z from "zod";
import { TestRun } from "#core/analysis/test-results/test-run.ts";
import { EventMessage } from "#core/events/data/event-message.ts";
import { FORMATTED } from "#core/events/data/formatting.ts";
import { Hypothesis } from "#core/events/data/hypothesis.ts";
import { AddedCheck, Advice, HiddenCheck, HiddenTrial, PlanStep } from "#core/events/data/iteration.ts";
import { AuditResult } from "#core/events/data/review-results.ts";
import { Level } from "#core/rules/level.ts";
import { Evaluation, RuleResult } from "#core/rules/score.ts";
import { AtomId } from "#core/tasks/atom.ts";
import { optionalBoundedText } from "#core/values/bounded-text.ts";
import { Paths, Sha } from "#core/values/ids.ts";
import { eventShape } from "./event-shape.ts";

/** The longest summary that a model gives of its work, in UTF-16 units. */
export const SUMMARY_CHARACTERS = 4000;

/** The most characters of the kept work that a journal holds, in UTF-16 units. */
export const PATCH_CHARACTERS = 100_000;

const work = {
  tree: Sha,
  changed: Paths,
  refused: z.array(z.strictObject({ path: z.string(), reason: z.string() })).max(100),
  toolCalls: z.int().nonnegative(),
  summary: optionalBoundedText(SUMMARY_CHARACTERS),
  /** The latest tool calls with what commands printed, at most ten: the step AUDIT shows them to the auditor. */
  lastCalls: z.array(optionalBoundedText(700)).max(10).default([]),
};

export const LOOP_EVENTS = [
  /**
   * A worker claimed the hand-over. `keyHash`: SHA-256 of the audit key from now on. `worker`: its workflow run; null
   * off GitHub. `until`: when its lease expires, in milliseconds; absent off GitHub.
   */
  eventShape("consumed", {
    handover: Sha,
    keyHash: Sha,
    worker: z.string().max(100).nullable(),
    until: z.int().nonnegative().optional(),
  }),
  /** The worker renewed its lease. */
  eventShape("lease_renewed", { until: z.int().nonnegative() }),
  /** `sandbox`: what the commands of the run are run in, as the self-test at its start decided. */
  eventShape("setup_done", {
    ok: z.boolean(),
    details: EventMessage,
    ms: z.int().nonnegative(),
    sandbox: z.enum(["bubblewrap", "none"]).optional(),
  }),
  eventShape("base_scored", { results: z.array(RuleResult), tests: TestRun.nullable() }),
  eventShape("plan_created", { steps: z.array(PlanStep).min(1).max(5) }),
  /**
   * `atom`: the one that the worker worked on; null where none was open. `issues` and `nextSteps`: what the worker left
   * aside. `conflicts`: the paths where its work and that of an atom beside it differ; the atom stays in hand and is
   * done again over the other. Absent where there are none.
   */
  eventShape("artifact_created", {
    ...work,
    atom: AtomId.nullable(),
    skipped: z.boolean(),
    conflicts: Paths.optional(),
    issues: z.array(optionalBoundedText(300)).max(10).default([]),
    nextSteps: z.array(optionalBoundedText(300)).max(10).default([]),
  }),
  /** `hidden`: checks whose command and expected output the worker never sees (decision 0031). */
  eventShape("checks_prepared", {
    checks: z.array(AddedCheck).max(40),
    hidden: z.array(HiddenCheck).max(20).default([]),
    notes: z.array(optionalBoundedText(600)).max(30),
  }),
  eventShape("work_formatted", FORMATTED),
  /** `trials`: what the hidden checks showed on the tree; absent where none was run, and in older journals. */
  eventShape("evaluation_done", { evaluation: Evaluation, trials: z.array(HiddenTrial).max(20).optional() }),
  /** `patch`: the whole change from the base, its first `PATCH_CHARACTERS`; absent in older journals. */
  eventShape("iteration_kept", {
    branch: z.string(),
    before: Sha.nullable(),
    commit: Sha,
    patch: z.string().max(PATCH_CHARACTERS).optional(),
  }),
  eventShape("iteration_discarded", { tree: Sha }),
  eventShape("critique_done", {
    advice: z.array(Advice).min(1).max(5),
    hypotheses: z.array(Hypothesis).max(15).default([]),
  }),
  eventShape("refinement_done", { ...work, previousTree: Sha }),
  eventShape("phase_switched", { to: Level, tree: Sha }),
  eventShape("iteration_advanced", { iteration: z.int().positive(), cause: z.enum(["refined", "qa", "atoms"]) }),
  /** `context`: what the auditor saw, where it does not say OK, so that a person can read it; else "". */
  eventShape("audit_done", {
    audit: AuditResult,
    call: z.int().nonnegative(),
    context: optionalBoundedText(40_000).default(""),
  }),
] as const;
