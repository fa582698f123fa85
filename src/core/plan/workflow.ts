/**
 * The six workflows for an issue, as one table: what a run must show, what binds it on the way, and which templates its
 * rules start from.
 */
import * as z from "zod";
import type { TemplateName } from "#core/rules/template.ts";

export const Workflow = z.enum(["question", "minor-edit", "tdd", "batch", "qa-proof", "plan-mode"]);
export type Workflow = z.infer<typeof Workflow>;

/** The workflow for an issue that the hydrator cannot place, and for an answer of its that names none of the six. */
export const FALLBACK_WORKFLOW: Workflow = "plan-mode";

interface Treatment {
  /** Issues that ask for it, in words for the hydrator: the model chooses, and no list of keywords. */
  readonly signals: string;
  /** The result that a run must show before it is done, in words for people. */
  readonly gate: string;
  /** The names of the guardrails that bind the work. */
  readonly guardrails: readonly string[];
  /** The templates that it may take; none where no rules are needed. */
  readonly templates: readonly TemplateName[];
  /** The template where the hydrator names none; null: a person must be asked. */
  readonly template: TemplateName | null;
  /** True where a run ends in an answer, not in a change. */
  readonly answers: boolean;
  /** The treatment of a change outside of the plan's scope. */
  readonly outside: "refused" | "reported";
}

const CHANGE = { answers: false, outside: "reported" } as const;

/** One row for each workflow. */
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

/** True when the workflow's gate is a test that fails before and passes after. */
export function needsRedRule(workflow: Workflow): boolean {
  return WORKFLOWS[workflow].guardrails.includes("require_acceptance_test");
}

/** True when each item gets a rule of its own, and all together one more. */
export function needsItems(workflow: Workflow): boolean {
  return WORKFLOWS[workflow].guardrails.includes("per_item_verification");
}

/**
 * The template of a plan: the one that was named, or the workflow's own where none was. Null: the workflow takes
 * several and none was named, or takes none. `misfit`: the named one is not among those that the workflow takes.
 */
export function templateFor(workflow: Workflow, named: TemplateName | null): TemplateName | null | "misfit" {
  const { templates, template } = WORKFLOWS[workflow];
  if (named === null || templates.length === 0) return template;
  return templates.includes(named) ? named : "misfit";
}
