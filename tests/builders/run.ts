/** A plan, an evaluation and a run that look like real ones; a test names only what it is about. */
import { Config } from "#core/config/config.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { Level } from "#core/rules/level.ts";
import { normaliseRule, type Rule } from "#core/rules/rule.ts";
import { type Evaluation, evaluate, type RuleVerdict } from "#core/rules/score.ts";
import { initialRun } from "#core/run/evolve/initial-run.ts";
import type { Progress } from "#core/run/loop-state.ts";
import type { Run } from "#core/run/run.ts";
import { graphOf } from "#core/tasks/graph.ts";
import { Limits } from "#core/values/limits.ts";
import { anAtom } from "./atoms.ts";

/** A git name that is one digit forty times: easy to read in a snapshot. */
export function sha(digit: string): string {
  return digit.repeat(40);
}

const RULES: readonly Rule[] = [
  normaliseRule({
    id: "a.correctness.acceptance",
    description: '`slug("Crème Brûlée")` is `creme-brulee`',
    severity: "fail",
    check: { kind: "command", run: "node --test tests/slug.test.js" },
  }),
  normaliseRule({
    id: "a.correctness.base-tests",
    description: "what passed before still passes",
    severity: "fail",
    check: { kind: "tests", run: "npm test", files: "base" },
  }),
  normaliseRule({
    id: "a.correctness.test-integrity",
    description: "tests are not weakened",
    severity: "fail",
    check: { kind: "test_integrity" },
  }),
  normaliseRule({
    id: "b.completeness.docs",
    description: "the README names accents",
    severity: "warn",
    check: { kind: "content", question: "Does README.md say what happens to accents?" },
  }),
];

/** A `tdd` plan for issue 7 with four rules: three `fail` at level A, one judged `warn` at level B. */
export function aPlan(overrides: Partial<Plan> = {}): Plan {
  return {
    issue: {
      number: 7,
      title: "Slugs lose accented letters",
      body: '`slug("Crème")` gives `crme`.\n\nIt should give `creme`.',
      author: "ada",
    },
    base: { commit: sha("b"), tree: sha("c"), branch: "main" },
    objective: {
      background: "Titles with accents give addresses that nobody can guess",
      intent: "Keep the letter and drop the accent when a slug is made",
      deliverables: ["src/slug.js folds accents", "a test for it"],
      done: ['slug("Crème") is creme'],
      clarifications: [],
    },
    workflow: "tdd",
    template: "code",
    rules: [...RULES],
    thresholds: { A: 0.8, B: 0.9 },
    acceptance: [],
    existing: [],
    atoms: [
      anAtom("A1", { description: "Write the failing test" }),
      anAtom("A2", { description: "Fold accents in src/slug.js", dependsOn: ["A1"], priority: 1 }),
      anAtom("A3", { description: "Say so in README.md", dependsOn: ["A2"], priority: 3 }),
    ],
    scope: { paths: ["src/slug.js", "tests/**", "README.md"], out: ["Other scripts than Latin"] },
    limits: Limits.parse({ dollars: 2 }),
    setup: ["npm ci"],
    checks: { test: "npm test", build: null, lint: null, types: null, format: null },
    tests: ["tests/**"],
    protected: [".github/workflows/**"],
    expectedTestChanges: [],
    memories: [],
    config: "f".repeat(64),
    ...overrides,
  };
}

/** An evaluation of a plan's rules at a level: every rule passes but those named in `verdicts`. */
export function anEvaluation(
  verdicts: Readonly<Record<string, RuleVerdict>> = {},
  { level = "A", tree = sha("1"), plan = aPlan(), details = "exit code 1: expected 'creme', got 'crme'" }: EvaluationOptions = {},
): Evaluation {
  const results = plan.rules.map(({ id }) => {
    const verdict = verdicts[id] ?? "pass";
    return { id, verdict, details: verdict === "pass" ? "" : details, evidence: [] };
  });
  return evaluate(tree, level, results, plan);
}

type EvaluationOptions = Partial<{ readonly level: Level; readonly tree: string; readonly plan: Plan; readonly details: string }>;

/** The progress of a loop that has not begun; with an evaluation, its tree is the work. */
function aProgress(overrides: Partial<Progress> = {}): Progress {
  const evaluation = overrides.evaluation ?? overrides.best?.evaluation ?? null;
  return {
    iteration: 1,
    before: 0,
    level: "A",
    step: "PLAN",
    steps: [],
    checks: [],
    hidden: [],
    tried: [],
    produced: false,
    prepared: false,
    leftAside: [],
    tree: evaluation?.tree ?? null,
    changed: [],
    evaluation,
    best: null,
    head: { commit: sha("b"), tree: sha("c") },
    lastScore: null,
    stagnation: 0,
    bRefines: 0,
    cause: null,
    account: "",
    lastCalls: [],
    advice: [],
    critiques: [],
    patch: null,
    hypotheses: [],
    rows: [],
    formatting: null,
    ...overrides,
  };
}

/** A run of `aPlan()` that is running and has not evaluated anything. `progress` is laid over `aProgress()`. */
export function aRun({ progress, ...overrides }: Partial<Omit<Run, "progress">> & { readonly progress?: Partial<Progress> } = {}): Run {
  const plan = aPlan();
  const { issue, base } = plan;
  const [runId, alias] = ["slugs-lose-accented-letters-20261121-093000", "slugs-lose-accented-letters"];
  return {
    ...initialRun({ kind: "run_started", at: 0, runId, alias, issue, base, config: Config.parse({}) }),
    rev: 12,
    stage: "running",
    plan,
    review: { verdict: "PROCEED", findings: [] },
    request: { digest: "d".repeat(64), reason: null, at: 60_000 },
    approval: { by: "grace", digest: "d".repeat(64), handover: "a".repeat(64), comment: 12, account: 34, at: 120_000 },
    claimed: true,
    takenUp: 1,
    keyHash: "e".repeat(64),
    worker: "901",
    setup: { ok: true, details: "", sandbox: "bubblewrap" },
    graph: graphOf((overrides.plan ?? plan).atoms),
    progress: aProgress(progress),
    spend: { calls: 14, input: 20_400, output: 6_100, cacheRead: 88_000, cacheWrite: 9_000, dollars: 0.237 },
    updatedAt: 372_000,
    ...overrides,
  };
}
