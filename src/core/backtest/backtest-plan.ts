/** Makes the plan that a maintainer could have approved for a bug that is closed: by code, without a model. */
import type { Config } from "#core/config/config.ts";
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import { Plan } from "#core/plan/plan.ts";
import { guardRules } from "#core/planning/guards.ts";
import { MOST_NAMED } from "#core/rules/check.ts";
import { normaliseRule, type RuleDraft } from "#core/rules/rule.ts";
import { TEMPLATES } from "#core/rules/template.ts";
import { digestOf } from "#core/values/digest.ts";
import { MOST_SUPPRESSIONS, statedLimits } from "#core/values/limits.ts";
import { SECOND } from "#core/values/time.ts";
import type { Candidate } from "./candidate.ts";

/** Milliseconds for one run of the tests: seven or more of them make one fix. */
const CHECK_MS = 120 * SECOND;
/** Faults that the tests must still find: as many as say something, so that a fix is decided in time. */
const BITE = 3;

/**
 * `tree`: the parent with the tests of the fix in place. `red`: names of the tests that the fix turned green,
 * and of those that came with it.
 * `suppressions`: lines of the fix that switch a check off.
 */
export interface PlannedFix {
  readonly candidate: Candidate;
  readonly tree: string;
  readonly commands: DetectedCommands;
  readonly red: readonly string[];
  readonly suppressions: number;
}

/**
 * The plan: its scope is what the fix touches, as many checks may be switched off as the fix does, its rules are those
 * of every plan, and that the red tests pass with the test files of the fix put back. At most 200 of them are named.
 * Pure; throws zod's error for what is no plan.
 */
export function backtestPlan({ candidate, tree, commands, red, suppressions }: PlannedFix, config: Config): Plan {
  const title = candidate.subject.trim().slice(0, 300) || candidate.commit;
  const limits = statedLimits(config.limits);
  return Plan.parse({
    issue: { number: null, title, body: "", author: "" },
    base: { commit: candidate.parent, tree, branch: "HEAD" },
    objective: { background: title, intent: title, deliverables: [title], done: ["the tests of the fix pass"] },
    workflow: "tdd",
    template: "code",
    rules: rulesFor(commands, red).map(normaliseRule),
    thresholds: TEMPLATES.code.thresholds,
    acceptance: [],
    atoms: [{ id: "A1", description: title, dependsOn: [], group: null, doubtful: false, priority: 1 }],
    scope: { paths: [...candidate.paths], out: [] },
    existing: [],
    limits: {
      ...limits,
      checkMs: Math.min(limits.checkMs, CHECK_MS),
      suppressions: Math.min(MOST_SUPPRESSIONS, Math.max(limits.suppressions, suppressions)),
      bite: Math.min(limits.bite, BITE),
      biteMinutes: 1,
    },
    setup: [...commands.setup],
    checks: commands.checks,
    tests: config.tests,
    protected: config.protected,
    expectedTestChanges: [],
    config: digestOf(config),
  });
}

function rulesFor({ checks }: DetectedCommands, red: readonly string[]): readonly RuleDraft[] {
  if (checks.test === null || red.length === 0) return guardRules(checks);
  const fixed: RuleDraft = {
    id: "a.acceptance.tests-of-the-fix",
    description: "The tests of the fix pass",
    severity: "fail",
    check: { kind: "tests", run: checks.test, files: "base", passing: red.slice(0, MOST_NAMED) },
  };
  return [fixed, ...guardRules(checks)];
}
