/** The rules that every plan has: they guard the repository's own tests. */
import type { Checks } from "./config.ts";
import type { RuleDraft } from "./rule.ts";

/** Rules that every plan has, whatever the hydrator says: what guards the repository's own tests is not up for negotiation. */
export function guards(checks: Checks): readonly RuleDraft[] {
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
