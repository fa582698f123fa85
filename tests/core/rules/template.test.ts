import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Level } from "#core/rules/level.ts";
import { activeRules, normaliseRule, type Rule, sumWeights } from "#core/rules/rule.ts";
import { blockingRules, evaluate } from "#core/rules/score.ts";
import { isJudgedTwice, TEMPLATES, TemplateName } from "#core/rules/template.ts";

function rulesOf(name: TemplateName): readonly Rule[] {
  return TEMPLATES[name].rows.map((row) => normaliseRule({ ...row, check: { kind: "command", run: "true" } }));
}

function scoreOf(name: TemplateName, level: Level, red: readonly string[]) {
  const rules = rulesOf(name);
  const results = rules.map(({ id }) => ({
    id,
    verdict: red.includes(id) ? ("fail" as const) : ("pass" as const),
    details: "",
    evidence: [],
  }));
  return evaluate("t", level, results, { rules, thresholds: TEMPLATES[name].thresholds });
}

const warnIds = (name: TemplateName, level: Level): readonly string[] =>
  activeRules(rulesOf(name), level).flatMap(({ id, severity }) => (severity === "warn" ? [id] : []));

const FAIL_IDS = {
  api: ["a.correctness.endpoints", "a.correctness.schemas", "a.completeness.examples", "b.completeness.auth"],
  code: ["a.correctness.compiles", "a.correctness.logic", "a.completeness.functions", "b.security.input-validation"],
  docs: ["a.correctness.accuracy", "a.completeness.sections"],
  config: ["a.correctness.syntax", "a.correctness.required", "a.security.no-secrets"],
} as const;

const WARN_IDS = {
  api: ["a.completeness.errors", "b.style.naming", "b.completeness.pagination", "b.quality.descriptions"],
  code: ["a.completeness.types", "b.quality.error-handling", "b.quality.logging", "b.style.conventions"],
  docs: [
    ...["a.completeness.examples", "a.quality.clarity", "b.quality.structure"],
    ...["b.completeness.cross-refs", "b.style.consistency", "b.quality.audience"],
  ],
  config: ["a.completeness.env-vars", "b.quality.defaults", "b.completeness.comments", "b.quality.portability", "b.security.permissions"],
} as const;

const MAKES = { api: "a specification of an interface", code: "code", docs: "documentation", config: "configuration" } as const;

it.each(TemplateName.options)("has the rows and thresholds of the seed for %s [S1.39, S1.40, S1.41, S1.42]", (name) => {
  const ids = (severity: string) => TEMPLATES[name].rows.flatMap((row) => (row.severity === severity ? [row.id] : [])).sort();
  expect(ids("fail")).toEqual([...FAIL_IDS[name]].sort());
  expect(ids("warn")).toEqual([...WARN_IDS[name]].sort());
  expect(TEMPLATES[name].makes).toBe(MAKES[name]);
  expect(TEMPLATES[name].thresholds).toEqual(name === "docs" ? { A: 0.75, B: 0.85 } : { A: 0.8, B: 0.9 });
});

it.each<{ name: TemplateName; total: Record<Level, number>; low: Record<Level, number>; thresholds: Record<Level, number> }>([
  { name: "api", total: { A: 7, B: 12 }, low: { A: 0.857, B: 0.667 }, thresholds: { A: 0.8, B: 0.9 } },
  { name: "code", total: { A: 7, B: 12 }, low: { A: 0.857, B: 0.667 }, thresholds: { A: 0.8, B: 0.9 } },
  { name: "docs", total: { A: 6, B: 10 }, low: { A: 0.667, B: 0.4 }, thresholds: { A: 0.75, B: 0.85 } },
  { name: "config", total: { A: 7, B: 11 }, low: { A: 0.857, B: 0.545 }, thresholds: { A: 0.8, B: 0.9 } },
])(
  "weighs and scores $name as the seed computes it [S1.33, S1.35, S1.37, S1.38, S1.43, 6.9 #1, U.01]",
  ({ name, total, low, thresholds }) => {
    expect(TEMPLATES[name].thresholds).toEqual(thresholds);
    for (const level of ["A", "B"] as const) {
      expect(sumWeights(activeRules(rulesOf(name), level))).toBe(total[level]);
      expect(scoreOf(name, level, []).score).toBe(1);
      expect(scoreOf(name, level, warnIds(name, level)).score).toBeCloseTo(low[level], 3);
    }
  },
);

it.each(TemplateName.options)(
  "lets at most one warning of %s fail, and no fail rule, for every vector of verdicts [S1.36, S1.43, 6.9 #1, U.01]",
  (name) => {
    const ids = rulesOf(name).map(({ id }) => id);
    void fc.assert(
      fc.property(fc.subarray(ids), fc.constantFrom<Level>("A", "B"), (red, level) => {
        const evaluation = scoreOf(name, level, red);
        const active = activeRules(rulesOf(name), level).map(({ id }) => id);
        const warned = warnIds(name, level).filter((id) => red.includes(id)).length;
        const blocked = red.some((id) => active.includes(id) && FAIL_IDS[name].some((one) => one === id));
        expect(blockingRules(evaluation).length > 0).toBe(blocked);
        expect(evaluation.passed).toBe(!blocked && warned <= 1);
      }),
    );
  },
);

it("asks this of each kind of work [S1.43, U.01]", () => {
  expect(
    TemplateName.options.map((name) => [TEMPLATES[name].makes, ...rulesOf(name).map(({ id }) => id)].join("\n")),
  ).toMatchInlineSnapshot(`
    [
      "a specification of an interface
    a.correctness.endpoints
    a.correctness.schemas
    a.completeness.examples
    a.completeness.errors
    b.style.naming
    b.completeness.pagination
    b.completeness.auth
    b.quality.descriptions",
      "code
    a.correctness.compiles
    a.correctness.logic
    a.completeness.functions
    a.completeness.types
    b.quality.error-handling
    b.quality.logging
    b.style.conventions
    b.security.input-validation",
      "documentation
    a.correctness.accuracy
    a.completeness.sections
    a.completeness.examples
    a.quality.clarity
    b.quality.structure
    b.completeness.cross-refs
    b.style.consistency
    b.quality.audience",
      "configuration
    a.correctness.syntax
    a.correctness.required
    a.completeness.env-vars
    a.security.no-secrets
    b.quality.defaults
    b.completeness.comments
    b.quality.portability
    b.security.permissions",
    ]
  `);
});

it("passes level A of every template but docs whenever no fail rule fails [S1.43]", () => {
  expect(TemplateName.options.map((name) => [name, scoreOf(name, "A", warnIds(name, "A")).passed])).toEqual([
    ["api", true],
    ["code", true],
    ["docs", false],
    ["config", true],
  ]);
});

it("caps what a model may judge for code and configuration alone; the rest is judged twice [C1.16]", () => {
  expect(TemplateName.options.map((name) => [name, TEMPLATES[name].judgedCap, isJudgedTwice(name)])).toEqual([
    ["api", null, true],
    ["code", 0.2, false],
    ["docs", null, true],
    ["config", 0.2, false],
  ]);
});
