/** The rules that every plan has: they guard the repository's own tests, and reject leftovers of debugging. */
import type { CheckCommands } from "#core/config/config.ts";
import type { RuleDraft } from "#core/rules/rule.ts";

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
  ];
}
