/** What stands before the first fold of a plan comment: 120 words and no word of our own, whatever the plan says. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { Config } from "#core/config/config.ts";
import { normaliseRule } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { planComment } from "#text/plan/plan-comment.ts";
import { anEvaluation, aPlan } from "../../builders/run.ts";
import { waiting } from "../../builders/waiting-run.ts";
import { beforeFold, foldTitles, GLOSSARY, longText, words } from "../before-fold.ts";

const rule = (index: number, description: string) =>
  normaliseRule({ id: `a.correctness.r${index}`, description, severity: "fail", check: { kind: "command", run: "npm test" } });

const NEWER = { comment: 16, by: "triage-person", written: "2026-01-02T10:05:00Z", url: "https://github.com/o/r/issues/7#issuecomment-16" };

const SHOWN = { head: "c".repeat(40), branch: "loopwright/7", number: 12_345, url: "https://github.com/o/r/pull/12345" };

const plans = fc.record({
  intent: longText(60),
  rules: fc.array(longText(40), { maxLength: 30 }),
  paths: fc.array(fc.constantFrom("src/**", "a b/c.js", `${"deep/".repeat(80)}x.ts`), { minLength: 1, maxLength: 9 }),
  tests: fc.integer({ min: 0, max: 4 }),
  findings: fc.array(longText(9), { maxLength: 3 }),
  newer: fc.boolean(),
  network: fc.constantFrom("open" as const, "registries" as const),
  hidden: fc.boolean(),
  reason: fc.constantFrom(null, "plan_changed" as const, "base_already_green" as const, "base_conflicts" as const),
  approved: fc.constantFrom(null, "person" as const, "policy" as const),
  red: fc.boolean(),
  continued: fc.boolean(),
});

type Drawn = typeof plans extends fc.Arbitrary<infer T> ? T : never;

/** Everything that a plan may say at once, and the most of it. */
const FULLEST: Drawn = {
  intent: "every word of this intent is one that the reader would have liked to see before the first fold",
  rules: ["a point that is said in more words than there is room for, by far"],
  paths: Array<"a b/c.js">(4).fill("a b/c.js"),
  tests: 1,
  findings: ["one", "two"],
  newer: true,
  network: "open",
  hidden: true,
  reason: "base_conflicts",
  approved: null,
  red: false,
  continued: true,
};

function drawn(given: Drawn): Run {
  const { issue, objective, rules, limits } = aPlan();
  const plan = aPlan({
    objective: { ...objective, intent: given.intent },
    issue: given.hidden ? { ...issue, body: "a <!-- b -->" } : issue,
    rules: [...given.rules.map((text, index) => rule(index, text)), ...rules],
    scope: { paths: given.paths, out: [] },
    expectedTestChanges: Array.from({ length: given.tests }, (_, index) => `tests/t${index}.js`),
    limits: { ...limits, dollars: 200.5, tokens: 5_000_000, minutes: 120 },
  });
  const approval = { by: "grace", digest: "d".repeat(64), handover: "e".repeat(64), comment: 1, account: 2, at: 0 };
  return waiting({
    plan,
    baseScore: given.red ? { results: anEvaluation({ "a.correctness.acceptance": "fail" }).results, tests: null } : null,
    config: Config.parse({ setup_network: given.network }),
    review: { verdict: "PROCEED", findings: given.findings.map((problem) => ({ check: "edge-cases", problem, suggestion: "Mend it." })) },
    newerComment: given.newer ? NEWER : null,
    request: { digest: "d".repeat(64), reason: given.reason, at: 0 },
    shown: given.continued ? SHOWN : null,
    ...(given.approved === null ? {} : { approval: given.approved === "policy" ? { ...approval, policy: true as const } : approval }),
  });
}

it("says what must be known in at most 120 words before the first fold, and what to reply", () => {
  fc.assert(
    fc.property(plans, (given) => {
      const run = drawn(given);
      const shown = beforeFold(planComment(run));
      expect(words(shown)).toBeLessThanOrEqual(120);
      expect(shown).toContain("Done when");
      expect(shown).toContain("/stop");
    }),
    { numRuns: 500, examples: [[FULLEST]] },
  );
});

it("holds all of an intent in a fold where the summary had to cut it", () => {
  const text = planComment(drawn(FULLEST));
  expect(beforeFold(text)).not.toContain(FULLEST.intent);
  expect(text).toContain(FULLEST.intent);
});

it("uses no word of our own before the first fold", () => {
  for (const reason of [null, "plan_changed", "base_already_green"] as const) {
    const text = planComment(waiting({ request: { digest: "d".repeat(64), reason, at: 0 } }));
    const shown = [beforeFold(text), ...foldTitles(text)].join("\n");
    for (const word of GLOSSARY) expect(shown).not.toMatch(word);
  }
});

it("names what fails now first, then the rest, and joins what only holds what is there", () => {
  const { rules } = aPlan();
  const results = anEvaluation({ "a.correctness.acceptance": "fail", "b.completeness.docs": "na" }).results;
  const shown = beforeFold(planComment(waiting({ plan: aPlan({ rules }), baseScore: { results, tests: null } })));
  expect(shown).toContain(
    'Done when (🔴 fails now, 🟢 holds now, ⚪ not known yet) 🔴 `slug("Crème Brûlée")` is `creme-brulee` ' +
      "🟢 what works today still works (2 checks) ⚪ the README names accents",
  );
});

it("says how many points do not fit", () => {
  const rules = Array.from({ length: 30 }, (_, index) => rule(index, `point ${index} `.repeat(6)));
  expect(beforeFold(planComment(waiting({ plan: aPlan({ rules }) })))).toMatch(/and \d\d more, below May change:/);
});

it("says of a question that nothing may change", () => {
  const plan = aPlan({ workflow: "question", rules: [], atoms: aPlan().atoms.slice(0, 1) });
  const shown = beforeFold(planComment(waiting({ plan })));
  expect(shown).toContain("May change: nothing");
  expect(shown).not.toContain("iteration");
});
