/** Turns the hydrator's draft into a plan that a person can approve. */
import * as z from "zod";
import { TestExceptions } from "#core/analysis/test-blocks/test-exception.ts";
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import type { Discussion } from "#core/plan/discussion.ts";
import { Objective, Plan, Scope } from "#core/plan/plan.ts";
import { AskedQuestion } from "#core/plan/question.ts";
import { FALLBACK_WORKFLOW, needsItems, templateFor, WORKFLOWS, Workflow } from "#core/plan/workflow.ts";
import { AcceptanceDraft, acceptanceFrom } from "#core/rules/acceptance-draft.ts";
import { CheckDraft, checkFrom } from "#core/rules/check-draft.ts";
import { normaliseRule, type Rule, RuleId, Severity } from "#core/rules/rule.ts";
import { TEMPLATES, TemplateName } from "#core/rules/template.ts";
import type { Run } from "#core/run/run.ts";
import { Atom } from "#core/tasks/atom.ts";
import { haveIndependent } from "#core/tasks/independent.ts";
import { digestOf } from "#core/values/digest.ts";
import { statedLimits } from "#core/values/limits.ts";
import { answerParts } from "./answer-plan.ts";
import { BatchItem, batchRules, MOST_ITEMS } from "./batch.ts";
import { guardRules, KEPT_IDS } from "./guards.ts";
import { existingFiles } from "./prior-work.ts";

const RuleAnswer = z.strictObject({
  id: RuleId,
  description: z.string().min(1).max(500),
  severity: Severity,
  check: CheckDraft,
});

/** The parts that every plan has. The background may be left out: then it is the issue. */
const Whole = z.object({
  objective: Objective.extend({ background: z.string() }),
  rules: z.array(z.unknown()).min(1),
  atoms: Plan.shape.atoms,
  scope: Scope,
});

/**
 * The hydrator's answer: a plan, or questions where the issue cannot be planned without asking; then the plan's parts
 * may be empty.
 */
export const Hydration = z
  .strictObject({
    questions: z.array(AskedQuestion).max(3),
    workflow: Workflow.catch(FALLBACK_WORKFLOW),
    template: TemplateName.nullable().default(null),
    objective: z.strictObject({
      background: z.string().default(""),
      intent: z.string().max(500),
      deliverables: z.array(z.string()),
      done: z.array(z.string()),
      clarifications: Objective.shape.clarifications,
    }),
    rules: z.array(RuleAnswer).max(20),
    atoms: z.array(Atom).max(12),
    scope: z.strictObject({ paths: z.array(z.string()), out: z.array(z.string()) }),
    expectedTestChanges: TestExceptions,
    items: z.array(BatchItem).max(MOST_ITEMS).default([]),
    acceptance: AcceptanceDraft.default([]),
  })
  .superRefine(({ workflow, template, items, questions }, context) => {
    if (questions.length > 0) return;
    const misfit = misfitOf(workflow, template, items.length);
    if (misfit !== null) context.addIssue({ code: "custom", ...misfit });
  })
  .superRefine(({ questions, workflow, objective, rules, atoms, scope }, context) => {
    if (questions.length > 0 || WORKFLOWS[workflow].answers) return;
    const whole = Whole.safeParse({ objective, rules, atoms, scope });
    for (const { message, path } of whole.error?.issues ?? [])
      context.addIssue({ code: "custom", message, path: [...path] });
  });
export type Hydration = z.infer<typeof Hydration>;

/** Why the parts of a draft do not fit its workflow. */
function misfitOf(
  workflow: Workflow,
  template: TemplateName | null,
  items: number,
): { message: string; path: string[] } | null {
  if (templateFor(workflow, template) === "misfit")
    return { message: `${workflow} takes one of: ${WORKFLOWS[workflow].templates.join(", ")}`, path: ["template"] };
  if (needsItems(workflow) && items === 0)
    return { message: "a batch lists its items, each with a check", path: ["items"] };
  return null;
}

/** What the hydrator saw beside the issue: its comments, all paths of the base, and memories of earlier runs. */
export interface HydratorInput {
  readonly paths: readonly string[];
  readonly memories: Plan["memories"];
  readonly discussion?: Discussion | undefined;
}

/**
 * The plan of a run. Throws zod's error when the draft breaks a rule of plans (a doubled id, say): the model's answer
 * is invalid.
 */
export function planFrom(
  run: Run,
  draft: Hydration,
  detected: DetectedCommands,
  { paths, memories, discussion }: HydratorInput,
): Plan {
  const [template, answers] = [templateOf(draft), WORKFLOWS[draft.workflow].answers];
  const { objective, atoms, scope, expectedTestChanges } = answers ? answerParts(draft) : draft;
  return Plan.parse({
    issue: run.issue,
    ...(discussion && { discussion }),
    base: run.base,
    objective: { ...objective, background: objective.background.trim() || `The issue "${run.issue.title}"` },
    workflow: draft.workflow,
    template,
    rules: answers ? [] : rulesFrom(draft, detected),
    thresholds: TEMPLATES[template].thresholds,
    acceptance: answers ? [] : acceptanceFrom(draft.acceptance),
    atoms,
    ...(run.config.limits.parallel > 1 && haveIndependent(atoms) ? { sideBySide: true } : {}),
    scope,
    existing: [...existingFiles(scope.paths, paths)],
    limits: statedLimits(run.config.limits),
    setup: detected.setup,
    checks: detected.checks,
    reasons: [...detected.reasons],
    tests: run.config.tests,
    protected: run.config.protected,
    expectedTestChanges,
    memories,
    config: digestOf(run.config),
  });
}

/** The template of a draft that fits its workflow. Where none is needed, docs: no rules judge an answer. */
function templateOf({ workflow, template }: Hydration): TemplateName {
  const found = templateFor(workflow, template);
  return found === null || found === "misfit" ? "docs" : found;
}

/**
 * The drafted rules, those of the items, and those that guard the tests: a drafted one never replaces one that code
 * makes.
 */
function rulesFrom(draft: Hydration, { checks }: DetectedCommands): readonly Rule[] {
  const own = [...(needsItems(draft.workflow) ? batchRules(draft.items) : []), ...guardRules(checks)];
  const taken = new Set([...own.map(({ id }) => id), ...KEPT_IDS]);
  const drafted = draft.rules.filter(({ id }) => !taken.has(id));
  return [
    ...drafted.map(({ check, ...rule }) => normaliseRule({ ...rule, check: checkFrom(check) })),
    ...own.map(normaliseRule),
  ];
}
