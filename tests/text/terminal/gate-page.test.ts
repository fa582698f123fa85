/** The page that says why a head was refused. */
import { expect, it } from "vitest";
import { gatePage } from "#text/terminal/gate-page.ts";
import { anEvaluation } from "../../builders/run.ts";

it("shows a head that was refused, each line of a reason", () => {
  const evaluation = anEvaluation({ "a.correctness.acceptance": "fail" });
  const page = gatePage({
    accepted: false,
    reasons: ["a.correctness.acceptance: exit code 1\nexpected 3"],
    outside: ["README.md", "docs/a.md"],
    base: evaluation.results,
    evaluation,
  });
  expect(page).toMatchInlineSnapshot(`
    "REFUSED, score 0.67 (4/6)

      - a.correctness.acceptance: exit code 1
        expected 3

    Outside of the plan's scope: README.md, docs/a.md

      rule                          base   head
      a.correctness.acceptance      red    fail
      a.correctness.base-tests      green  pass
      a.correctness.test-integrity  green  pass"
  `);
});

it("shows a head that was not run", () => {
  const base = anEvaluation({}).results.slice(0, 1);
  expect(gatePage({ accepted: false, reasons: ["no fail rule is red"], outside: [], base, evaluation: null })).toMatch(
    /a\.correctness\.acceptance +green +not run$/,
  );
});
