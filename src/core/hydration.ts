/** From what the hydrator drafted to a plan that a person can approve. */
import * as z from "zod";
import { Atom } from "./atom.ts";
import type { Checks } from "./config.ts";
import type { Detected } from "./detect.ts";
import { digestOf } from "./digest.ts";
import { matches } from "./glob.ts";
import { Objective, Plan, Scope } from "./plan.ts";
import { Question } from "./question.ts";
import { normalise, type RuleDraft, RuleId, Severity } from "./rule.ts";
import type { Run } from "./run.ts";
import { answersOnly, Workflow } from "./workflow.ts";

/** `prints` is the word that a command must print to pass; null: its exit code decides alone. */
const RuleAnswer = z.strictObject({
  id: RuleId,
  description: z.string().min(1).max(500),
  severity: Severity,
  check: z
    .strictObject({
      kind: z.enum(["command", "content"]),
      text: z.string().trim().min(1).max(2000),
      prints: z.string().trim().min(1).max(200).nullable().default(null),
    })
    .refine(({ kind, text }) => kind === "command" || text.length <= 1000, {
      error: "a question has at most 1000 characters",
      path: ["text"],
    }),
});

/** The parts that a plan cannot be without. */
const Whole = z.object({ objective: Objective, rules: z.array(z.unknown()).min(1), atoms: Plan.shape.atoms, scope: Scope });

/** What the hydrator answers: a plan, or questions where the issue cannot be planned without asking; then the plan's parts may be empty. */
export const Hydration = z
  .strictObject({
    questions: z.array(Question).max(3),
    workflow: Workflow,
    objective: z.strictObject({ intent: z.string().max(500), deliverables: z.array(z.string()), done: z.array(z.string()) }),
    rules: z.array(RuleAnswer).max(20),
    atoms: z.array(Atom).max(12),
    scope: z.strictObject({ paths: z.array(z.string()), out: z.array(z.string()) }),
    expectedTestChanges: z.array(z.string().min(1).max(200)).max(20),
  })
  .superRefine(({ questions, objective, rules, atoms, scope }, context) => {
    if (questions.length > 0) return;
    const whole = Whole.safeParse({ objective, rules, atoms, scope });
    for (const { message, path } of whole.error?.issues ?? []) context.addIssue({ code: "custom", message, path: [...path] });
  });
export type Hydration = z.infer<typeof Hydration>;

/** Rules that every plan has, whatever the hydrator says: what guards the repository's own tests is not up for negotiation. */
function guards(checks: Checks): readonly RuleDraft[] {
  const integrity: RuleDraft = {
    id: "a.integrity.tests",
    description: "No test was deleted, skipped, focused or weakened",
    severity: "fail",
    weight: 0,
    check: { kind: "test_integrity" },
  };
  if (checks.test === null) return [integrity];
  return [
    integrity,
    {
      id: "a.regression.base-tests",
      description: "What passed of the base's own tests still passes",
      severity: "fail",
      weight: 0,
      check: { kind: "tests", run: checks.test, files: "base" },
    },
    {
      id: "a.regression.tests",
      description: "The tests of the branch pass, but for those that were red before",
      severity: "fail",
      weight: 0,
      check: { kind: "tests", run: checks.test, files: "branch" },
    },
  ];
}

/** The plan of a run, with what the hydrator was shown of earlier ones. Throws zod's error when the draft breaks a rule of plans (a doubled id, say): the model's answer did not fit. */
export function planFrom(run: Run, draft: Hydration, detected: Detected, memories: Plan["memories"] = []): Plan {
  const own = guards(detected.checks);
  const drafted = draft.rules
    .filter(({ id }) => own.every((guard) => guard.id !== id))
    .map(({ check, ...rule }) =>
      normalise({
        ...rule,
        check:
          check.kind === "command" ? { kind: "command", run: check.text, prints: check.prints } : { kind: "content", question: check.text },
      }),
    );
  return Plan.parse({
    issue: run.issue,
    base: run.base,
    objective: draft.objective,
    workflow: draft.workflow,
    rules: [...drafted, ...own.map(normalise)],
    thresholds: { A: 0.8, B: 0.9 },
    atoms: draft.atoms,
    scope: draft.scope,
    limits: run.config.limits,
    setup: detected.setup,
    checks: detected.checks,
    tests: run.config.tests,
    protected: run.config.protected,
    expectedTestChanges: draft.expectedTestChanges,
    memories,
    config: digestOf(run.config),
  });
}

/** Where the tests should be: the globs that hold, and all paths of the base. */
export interface TestPlaces {
  readonly tests: readonly string[];
  readonly paths: readonly string[];
}

/**
 * What has to be answered before a plan can be carried out; empty when nothing is. The hydrator's questions have defaults; what the
 * repository lacks has none (X.05).
 */
export function obstaclesOf(draft: Hydration, detected: Detected, places: TestPlaces): readonly Question[] {
  if (draft.questions.length > 0) return draft.questions;
  return lacking(draft, detected, places).map((question) => ({ question, default: null }));
}

function lacking(draft: Hydration, detected: Detected, { tests, paths }: TestPlaces): readonly string[] {
  if (answersOnly(draft.workflow)) {
    return [`This issue asks for an answer (${draft.workflow}), and this version only makes changes. What should be changed?`];
  }
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
