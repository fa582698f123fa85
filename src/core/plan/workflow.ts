/**
 * The six ways to treat an issue, as one table: what must be shown, what holds on the way, where the rules start from
 * (S0.21 to S0.26, X.03).
 */
import * as z from "zod";
import type { TemplateName } from "#core/rules/template.ts";

export const Workflow = z.enum(["question", "minor-edit", "tdd", "batch", "qa-proof", "plan-mode"]);
export type Workflow = z.infer<typeof Workflow>;

/** What an uncertain or unknown answer falls back to (C0.12, S0.19). */
export const FALLBACK_WORKFLOW: Workflow = "plan-mode";

interface Treatment {
  /** Issues that ask for it, in words for whoever chooses (C0.12: the model chooses, no list of keywords). */
  readonly signals: string;
  /** What has to be shown before the run is done, in words for people. */
  readonly gate: string;
  /** What binds the work, by the names of S0.21 to S0.26. */
  readonly guardrails: readonly string[];
  /** The templates that it may take (X.03); none where no rules are needed. */
  readonly templates: readonly TemplateName[];
  /** The template where the hydrator names none; null: somebody must be asked (S1.08). */
  readonly template: TemplateName | null;
  /** Ends in an answer, not in a change. */
  readonly answers: boolean;
  /** What becomes of a change outside of the plan's scope. */
  readonly outside: "refused" | "reported";
}

const CHANGE = { answers: false, outside: "reported" } as const;

/** One row a workflow. */
export const WORKFLOWS: Readonly<Record<Workflow, Treatment>> = {
  question: {
    signals: "only an answer is wanted: what, how, why, explain",
    gate: "the answer is accurate",
    guardrails: ["answer_only"],
    templates: [],
    template: null,
    answers: true,
    outside: "refused",
  },
  "minor-edit": {
    ...CHANGE,
    signals: "one clear change in one file",
    gate: "verification",
    guardrails: ["verify_before_complete", "fix_within_design"],
    templates: ["code", "config", "docs"],
    template: null,
    outside: "refused",
  },
  tdd: {
    ...CHANGE,
    signals: "behaviour is added or repaired",
    gate: "tests pass",
    guardrails: ["require_acceptance_test", "verify_before_complete"],
    templates: ["code"],
    template: "code",
  },
  batch: {
    ...CHANGE,
    signals: "the same is done to many files or things",
    gate: "each item, and all of them together",
    guardrails: ["per_item_verification", "aggregate_qa", "parallel_subagents"],
    templates: ["code"],
    template: "code",
  },
  "qa-proof": {
    signals: "something is to be verified, checked or investigated, not changed",
    gate: "evidence is gathered",
    guardrails: ["evidence_required", "quote_errors_exactly"],
    templates: ["docs"],
    template: "docs",
    answers: true,
    outside: "refused",
  },
  "plan-mode": {
    ...CHANGE,
    signals: "several steps that depend on each other, infrastructure, or whatever fits nothing else",
    gate: "a person approves the plan",
    guardrails: ["plan_mode", "critic_review", "user_approval_required"],
    templates: ["docs", "api", "code", "config"],
    template: "docs",
  },
};

/** True when the workflow's gate is a test that fails before and passes after: `require_acceptance_test` of S0.23. */
export function needsRedRule(workflow: Workflow): boolean {
  return WORKFLOWS[workflow].guardrails.includes("require_acceptance_test");
}

/**
 * True when each item gets a rule of its own, and all together one: `per_item_verification` and `aggregate_qa` of
 * S0.24.
 */
export function needsItems(workflow: Workflow): boolean {
  return WORKFLOWS[workflow].guardrails.includes("per_item_verification");
}

/**
 * The template of a plan: the one that was named, or the workflow's own where none was. Null: the workflow takes
 * several and none was named (S1.08), or takes none. `misfit`: the named one is not among those that the workflow takes
 * (X.03).
 */
export function templateFor(workflow: Workflow, named: TemplateName | null): TemplateName | null | "misfit" {
  const { templates, template } = WORKFLOWS[workflow];
  if (named === null || templates.length === 0) return template;
  return templates.includes(named) ? named : "misfit";
}
