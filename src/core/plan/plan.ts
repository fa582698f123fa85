/** The plan that a maintainer approves: everything that a run is bound to (architecture 4, Approval). */
import * as z from "zod";
import { CheckCommands } from "#core/config/config.ts";
import { Acceptance } from "#core/rules/acceptance.ts";
import { Rule } from "#core/rules/rule.ts";
import { Thresholds } from "#core/rules/score.ts";
import { TemplateName } from "#core/rules/template.ts";
import { Atoms } from "#core/tasks/atom.ts";
import { boundedText } from "#core/values/bounded-text.ts";
import { Limits } from "#core/values/limits.ts";
import { Issue } from "./issue.ts";
import { RecalledMemory } from "./memory.ts";
import { Workflow } from "./workflow.ts";

const Sentence = boundedText(500);

/** The hydrator's 20, the repository's 15, a batch's 16 and the three that guard the tests, with room to spare. */
export const MOST_RULES = 60;

/** What was asked: the issue verbatim, and what the hydrator made of it. */
export const Objective = z.strictObject({
  /** Why it is wanted, in one sentence (S2.02). */
  background: Sentence,
  intent: Sentence,
  deliverables: z.array(Sentence).min(1).max(7),
  done: z.array(Sentence).min(1).max(10),
  /** What was unclear and how it was settled without asking (S2.03). */
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
  base: z.strictObject({ commit: z.string(), tree: z.string(), branch: z.string() }),
  objective: Objective,
  workflow: Workflow,
  /** Where the rules and the thresholds come from (X.03). */
  template: TemplateName,
  rules: z
    .array(Rule)
    .max(MOST_RULES)
    .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, {
      error: "two rules have the same id",
    }),
  thresholds: Thresholds,
  /** What QA decides beside the rules; empty: nothing more (S2.34). */
  acceptance: Acceptance,
  atoms: Atoms,
  scope: Scope,
  /** Files of the scope that the base has already: to be verified or extended, not made again (S0.18). */
  existing: z.array(z.string()),
  limits: Limits,
  setup: z.array(z.string()),
  checks: CheckCommands,
  tests: z.array(z.string()),
  protected: z.array(z.string()),
  /**
   * Globs of test files that the change is meant to alter; only these are left out of the checks `tests` (with the
   * files of the base) and `test_integrity`.
   */
  expectedTestChanges: z.array(z.string()),
  /** What the hydrator was shown of earlier runs (S3.42). */
  memories: z.array(RecalledMemory).max(5).default([]),
  /** SHA-256 of the configuration that the plan was made under. */
  config: z.string(),
});
export type Plan = z.infer<typeof Plan>;
