/** From what the hydrator drafted to a plan that a person can approve. */
import * as z from "zod";
import { AcceptanceDraft, acceptanceFrom } from "./acceptance-draft.ts";
import { answerParts } from "./answer-plan.ts";
import { BatchItem, batchRules, MOST_ITEMS } from "./batch.ts";
import { CheckDraft, checkFrom } from "./check-draft.ts";
import type { Detected } from "./detect.ts";
import { digestOf } from "./digest.ts";
import { matches } from "./glob.ts";
import { guards } from "./guards.ts";
import { Objective, Plan, Scope } from "./plan.ts";
import { existing } from "./prior-work.ts";
import { normalise, type Rule, RuleId, Severity } from "./rule.ts";
import type { Run } from "./run.ts";
import { TEMPLATES, TemplateName } from "./template.ts";
import { FALLBACK, needsItems, templateFor, WORKFLOWS, Workflow } from "./workflow.ts";

const RuleAnswer = z.strictObject({ id: RuleId, description: z.string().min(1).max(500), severity: Severity, check: CheckDraft });

/** The parts that a plan cannot be without. The background may be left out: then it is the issue. */
const Whole = z.object({
  objective: Objective.extend({ background: z.string() }),
  rules: z.array(z.unknown()).min(1),
  steps: Plan.shape.steps,
  scope: Scope,
});

/** What the hydrator answers: a plan, or questions where the issue cannot be planned without asking; then the plan's parts may be empty. */
export const Hydration = z
  .strictObject({
    questions: z.array(z.string().min(1).max(500)).max(3),
    workflow: Workflow.catch(FALLBACK),
    template: TemplateName.nullable().default(null),
    objective: z.strictObject({
      background: z.string().default(""),
      intent: z.string().max(500),
      deliverables: z.array(z.string()),
      done: z.array(z.string()),
      clarifications: Objective.shape.clarifications,
    }),
    rules: z.array(RuleAnswer).max(20),
    steps: z.array(z.string()).max(7),
    scope: z.strictObject({ paths: z.array(z.string()), out: z.array(z.string()) }),
    expectedTestChanges: z.array(z.string().min(1).max(200)).max(20),
    items: z.array(BatchItem).max(MOST_ITEMS).default([]),
    acceptance: AcceptanceDraft.default([]),
  })
  .superRefine(({ workflow, template, items, questions }, context) => {
    if (questions.length > 0) return;
    const misfit = misfitOf(workflow, template, items.length);
    if (misfit !== null) context.addIssue({ code: "custom", ...misfit });
  })
  .superRefine(({ questions, workflow, objective, rules, steps, scope }, context) => {
    if (questions.length > 0 || WORKFLOWS[workflow].answers) return;
    const whole = Whole.safeParse({ objective, rules, steps, scope });
    for (const { message, path } of whole.error?.issues ?? []) context.addIssue({ code: "custom", message, path: [...path] });
  });
export type Hydration = z.infer<typeof Hydration>;

/** Why the parts of a draft do not go with its workflow: X.03, S0.24. */
function misfitOf(workflow: Workflow, template: TemplateName | null, items: number): { message: string; path: string[] } | null {
  if (templateFor(workflow, template) === "misfit")
    return { message: `${workflow} takes one of: ${WORKFLOWS[workflow].templates.join(", ")}`, path: ["template"] };
  if (needsItems(workflow) && items === 0) return { message: "a batch lists its items, each with a check", path: ["items"] };
  return null;
}

/** The plan of a run. Throws zod's error when the draft breaks a rule of plans (a doubled id, say): the model's answer did not fit. `paths`: all of the base. */
export function planFrom(run: Run, draft: Hydration, detected: Detected, paths: readonly string[]): Plan {
  const template = templateOf(draft);
  const answers = WORKFLOWS[draft.workflow].answers;
  const { objective, steps, scope, expectedTestChanges } = answers ? answerParts(draft) : draft;
  return Plan.parse({
    issue: run.issue,
    base: run.base,
    objective: { ...objective, background: objective.background.trim() || `The issue "${run.issue.title}"` },
    workflow: draft.workflow,
    template,
    rules: answers ? [] : rulesFrom(draft, detected),
    thresholds: TEMPLATES[template].thresholds,
    acceptance: acceptanceFrom(draft.acceptance),
    steps,
    scope,
    existing: [...existing(scope.paths, paths)],
    limits: run.config.limits,
    setup: detected.setup,
    checks: detected.checks,
    tests: run.config.tests,
    protected: run.config.protected,
    expectedTestChanges,
    config: digestOf(run.config),
  });
}

/** The template of a draft that fits its workflow. Where none is needed, docs: an answer is held against nothing. */
function templateOf({ workflow, template }: Hydration): TemplateName {
  const found = templateFor(workflow, template);
  return found === null || found === "misfit" ? "docs" : found;
}

/** The drafted rules, those of the items, and those that guard the tests: a drafted one never takes the place of one that code makes. */
function rulesFrom(draft: Hydration, { checks }: Detected): readonly Rule[] {
  const own = [...(needsItems(draft.workflow) ? batchRules(draft.items) : []), ...guards(checks)];
  const drafted = draft.rules.filter(({ id }) => own.every((rule) => rule.id !== id));
  return [...drafted.map(({ check, ...rule }) => normalise({ ...rule, check: checkFrom(check) })), ...own.map(normalise)];
}

/** Where the tests should be: the globs that hold, and all paths of the base. */
export interface TestPlaces {
  readonly tests: readonly string[];
  readonly paths: readonly string[];
}

/** Why a plan cannot be carried out as it is, for the person who wrote the issue; empty when it can. */
export function obstaclesOf(draft: Hydration, detected: Detected, { tests, paths }: TestPlaces): readonly string[] {
  if (draft.questions.length > 0) return draft.questions;
  if (WORKFLOWS[draft.workflow].answers) return [];
  if (templateFor(draft.workflow, draft.template) === null) return [ambiguous(draft.workflow)];
  if (detected.checks.test !== null && tests.length > 0 && !paths.some((path) => matches(tests, path))) {
    return [
      `The tests run by \`${detected.checks.test}\`, but no file looks like a test, so nothing would keep a test from being deleted or skipped. Which files are the tests? Set tests in .github/loopwright.yml (globs; an empty list says that there are none).`,
    ];
  }
  const executable = draft.rules.some(({ severity, check }) => severity === "fail" && check.kind === "command");
  if (detected.checks.test !== null || executable) return [];
  return [
    "The repository names no test command and the plan has no executable fail rule. Which command shows that the work is done? Set checks.test in .github/loopwright.yml.",
  ];
}

/** S1.08: what the work makes decides its criteria, and is not guessed. */
function ambiguous(workflow: Workflow): string {
  const kinds = WORKFLOWS[workflow].templates.map((name) => `${name} (${TEMPLATES[name].makes})`).join(", ");
  return `The issue does not say which kind of work this is, and its criteria hang on that. Which is it: ${kinds}?`;
}
