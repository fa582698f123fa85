/** What the plan comment says of wrong patches, before the approval and after it. */
import { expect, it } from "vitest";
import type { PlanAttacks, SlippedAttack } from "#core/plan/plan-attacks.ts";
import type { Run } from "#core/run/run.ts";
import { attackNotes } from "#text/plan/attack-notes.ts";
import { aPlan, aRun } from "../../builders/run.ts";
import { waiting } from "../../builders/waiting-run.ts";

const TEXTS: SlippedAttack = { name: "texts", paths: ["src/slug.js", "a`b*.md"], rules: ["a.x"] };
const EXIT: SlippedAttack = { name: "early_exit", paths: ["src/slug.js"], rules: ["a.x"] };

const planWith = (attacks: Partial<PlanAttacks> | null, limits: Partial<Run["plan"] & object>["limits"] = aPlan().limits) =>
  aPlan({
    limits,
    rehearsal: {
      setupMs: 1,
      tests: null,
      results: [],
      ...(attacks !== null && { attacks: { tried: 5, slipped: [], judged: [], untried: [], ms: 9, ...attacks } }),
    },
  });

const HIDDEN = { rule: "a.x", title: "others", run: "node a.js 7", expects: "seven" };

it("is silent where all wrong patches are refused, where none was tried, and in older plans", () => {
  expect(attackNotes(waiting({ plan: planWith({}) }))).toBe("");
  expect(attackNotes(waiting({ plan: planWith(null) }))).toBe("");
  expect(attackNotes(waiting())).toBe("");
  expect(attackNotes(waiting({ plan: null }))).toBe("");
});

it("says that none was tried where the limit forbids it", () => {
  expect(attackNotes(waiting({ plan: planWith(null, { ...aPlan().limits, attackSeconds: 0 }) }))).toBe(
    "No wrong patch was tried: `limits.attackSeconds` is 0.",
  );
});

it("names what no rule refuses, and who is asked next, before the approval", () => {
  expect(attackNotes(waiting({ plan: planWith({ slipped: [TEXTS, EXIT] }) }))).toMatchInlineSnapshot(`
    "5 wrong patches were tried on the base. No rule refuses these:

    - Whoever writes only the files and words that the rules look for, in <code>src/slug.js</code>, <code>a&#x60;b&#x2a;.md</code>, passes every rule.
    - Whoever ends the program with 0 before it does anything, in <code>src/slug.js</code>, passes every rule.

    After the approval a model is asked for hidden checks that refuse what is named here."
  `);
  expect(attackNotes(waiting({ plan: planWith({ tried: 1, slipped: [EXIT] }) }))).toMatch(
    /^One wrong patch was tried on the base\. No rule refuses this one:\n\n- Whoever ends the program/,
  );
});

it("says of each gap whether a hidden check closes it, once they were made", () => {
  const plan = planWith({ slipped: [TEXTS, EXIT] });
  const hidden = [{ ...HIDDEN, refuses: ["texts" as const] }];
  const shown = attackNotes(aRun({ plan, progress: { iteration: 1, prepared: true, hidden } }));
  expect(shown).toMatch(/a\\?`?.*passes every rule\. A hidden check refuses it\.\n- .*passes every rule\. No hidden check refuses it\.$/s);
  expect(shown).not.toContain("After the approval");
  const begun = attackNotes(aRun({ plan, progress: { iteration: 1, prepared: false, hidden: [] } }));
  expect(begun).not.toContain("hidden check");
  expect(attackNotes(aRun({ plan, progress: { iteration: 2, prepared: false, hidden } }))).toBe(shown);
});

it("takes no gap for closed by a check that was dropped", () => {
  const hidden = [{ ...HIDDEN, refuses: ["early_exit" as const] }];
  const tried = [{ run: HIDDEN.run, held: false, failures: 2, printed: "six" }];
  const run = aRun({ plan: planWith({ slipped: [EXIT] }), progress: { iteration: 1, prepared: true, hidden, tried } });
  expect(attackNotes(run)).toMatch(/ No hidden check refuses it\.$/);
});

it("tells apart what only a model judges, and names what there was no time for", () => {
  expect(attackNotes(waiting({ plan: planWith({ judged: [EXIT], untried: ["fault", "special_cases"] }) }))).toMatchInlineSnapshot(`
    "Only a model's judgement stands against this wrong patch:

    - Whoever ends the program with 0 before it does anything, in <code>src/slug.js</code>, passes every rule that code decides.

    Not tried for want of time (\`limits.attackSeconds\`): fault, special cases."
  `);
  expect(attackNotes(waiting({ plan: planWith({ judged: [EXIT, TEXTS] }) }))).toContain("stands against these wrong patches:");
  expect(attackNotes(waiting({ plan: planWith({ tried: 0, untried: ["nothing"] }) }))).toBe(
    "Not tried for want of time (`limits.attackSeconds`): nothing.",
  );
});
