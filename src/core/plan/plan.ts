/** The plan that a maintainer approves: everything that a run is bound to. */
import * as z from "zod";
import { ExpectedTestChange, placeOf } from "#core/analysis/test-blocks/test-exception.ts";
import { CheckCommands } from "#core/config/config.ts";
import { Acceptance } from "#core/rules/acceptance.ts";
import { Rule } from "#core/rules/rule.ts";
import { Thresholds } from "#core/rules/score.ts";
import { TemplateName } from "#core/rules/template.ts";
import { Atoms } from "#core/tasks/atom.ts";
import { boundedText } from "#core/values/bounded-text.ts";
import { Limits } from "#core/values/limits.ts";
import { Discussion } from "./discussion.ts";
import { Issue } from "./issue.ts";
import { RecalledMemory } from "./memory.ts";
import { PlanRehearsal } from "./plan-rehearsal.ts";
import { Workflow } from "./workflow.ts";

const Sentence = boundedText(500);

/**
 * The most rules of a plan: the hydrator's 20, the repository's 15, a batch's 16 and the five that every plan has, with
 * room to spare.
 */
export const MOST_RULES = 60;

/** The objective of a run, as the hydrator read the issue. */
export const Objective = z.strictObject({
  /** The reason for the issue, in one sentence. */
  background: Sentence,
  intent: Sentence,
  deliverables: z.array(Sentence).min(1).max(7),
  done: z.array(Sentence).min(1).max(10),
  /** Points that were unclear, and how the hydrator settled each without asking. */
  clarifications: z
    .array(z.strictObject({ question: Sentence, resolution: Sentence }))
    .max(10)
    .default([]),
});
export type Objective = z.infer<typeof Objective>;

/** Globs of what may change, and in words what is left alone. */
export const Scope = z.strictObject({
  paths: z.array(z.string().min(1)).min(1).max(30),
  out: z.array(Sentence).max(10),
});
export type Scope = z.infer<typeof Scope>;

export const Plan = z.strictObject({
  issue: Issue,
  /** The comments that belong to what was asked. Absent where nobody had said anything, and in older plans. */
  discussion: Discussion.optional(),
  base: z.strictObject({ commit: z.string(), tree: z.string(), branch: z.string() }),
  objective: Objective,
  workflow: Workflow,
  /** The template that the rules start from and the thresholds come from. */
  template: TemplateName,
  rules: z
    .array(Rule)
    .max(MOST_RULES)
    .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, {
      error: "two rules have the same id",
    }),
  thresholds: Thresholds,
  /** The items that QA decides beside the rules; empty: none. */
  acceptance: Acceptance,
  atoms: Atoms,
  /**
   * Atoms that do not wait for each other are worked on side by side, at most `limits.parallel`. Absent where there are
   * none, and in plans that were made before this was done.
   */
  sideBySide: z.literal(true).optional(),
  scope: Scope,
  /**
   * Files of the scope that the base has already: the worker verifies or extends them, and does not make them again.
   */
  existing: z.array(z.string()),
  limits: Limits,
  setup: z.array(z.string()),
  checks: CheckCommands,
  /** Where each command of `setup` and `checks` comes from. Absent in plans that were made before this was kept. */
  reasons: z.array(z.strictObject({ run: z.string(), why: z.string() })).optional(),
  tests: z.array(z.string()),
  protected: z.array(z.string()),
  /**
   * Tests by name, and test files, that the change is meant to alter; the checks `tests` (with the files of the base),
   * `test_integrity` and `tests_bite` leave only these out.
   */
  expectedTestChanges: z.array(ExpectedTestChange),
  /** What trying the plan on its base has shown. Absent where it was not tried. */
  rehearsal: PlanRehearsal.optional(),
  /** The memories of earlier runs that the hydrator was shown. */
  memories: z.array(RecalledMemory).max(5).default([]),
  /** SHA-256 of the configuration under which the plan was made. */
  config: z.string(),
});
export type Plan = z.infer<typeof Plan>;

/** Paths and globs that a plan lets change: its scope, and the files of its exceptions. Pure. */
export function changeableIn({ scope, expectedTestChanges }: Pick<Plan, "scope" | "expectedTestChanges">): string[] {
  return [...scope.paths, ...expectedTestChanges.map(placeOf)];
}
