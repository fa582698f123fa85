/**
 * The rules that every plan has: they guard the repository's own tests, and reject leftovers of debugging; and those
 * that keep what only looks at the code green.
 */
import type { CheckCommands } from "#core/config/config.ts";
import type { RuleDraft } from "#core/rules/rule.ts";

/** The id of the rule that the tests must still find faults. */
export const BITE_ID = "b.integrity.tests-bite";

/** Code that was added for debugging must not reach a commit that people get. */
const CLEAN: RuleDraft = {
  id: "a.integrity.debug-markers",
  description: "No line that was only there for debugging is left",
  severity: "fail",
  weight: 0,
  check: { kind: "debug_markers" },
};

/**
 * Rules that every plan has, whatever the hydrator drafts: it cannot negotiate the guards of the repository's own tests
 * away.
 */
export function guardRules(checks: CheckCommands): readonly RuleDraft[] {
  const integrity: RuleDraft = {
    id: "a.integrity.tests",
    description: "No test was deleted, skipped, focused or weakened, and few checks are switched off",
    severity: "fail",
    weight: 0,
    check: { kind: "test_integrity" },
  };
  if (checks.test === null) return [integrity, CLEAN];
  return [
    integrity,
    CLEAN,
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
    {
      id: BITE_ID,
      description: "The tests still find the faults that they found before the change",
      severity: "fail",
      weight: 0,
      check: { kind: "tests_bite", run: checks.test },
    },
  ];
}

const KEPT = [
  ["lint", "The repository's own lint finds nothing, as before"],
  ["types", "The types are right, as before"],
  ["build", "It is built, as before"],
] as const;

/** Rules on what only looks at the code. A plan has those that are green on its base, as trying has shown. */
export function keptRules(checks: CheckCommands): readonly RuleDraft[] {
  return KEPT.flatMap(([name, description]) => {
    const text = checks[name];
    if (text === null) return [];
    const check = { kind: "command", run: text } as const;
    return [{ id: `a.regression.${name}`, description, severity: "fail", weight: 0, check } as const];
  });
}

/** The ids that `keptRules` may give. */
export const KEPT_IDS: readonly string[] = KEPT.map(([name]) => `a.regression.${name}`);
