import { expect, it } from "vitest";
import { changesOutsideScope } from "#core/iteration/scope.ts";
import { Workflow } from "#core/plan/workflow.ts";
import type { ChecklistLine } from "#core/rules/checklist-line.ts";
import { normaliseRule } from "#core/rules/rule.ts";
import { pullRequestBody } from "#text/comments/pull-request.ts";
import { resultComment } from "#text/comments/result-comment.ts";
import { ruleLine } from "#text/phrases/check-words.ts";
import { planComment } from "#text/plan/plan-comment.ts";
import { checklist } from "#text/sections/checklist.ts";
import { planPage } from "#text/terminal/plan-page.ts";
import { aFinishedRun, aRow, aStoppedRun } from "../../builders/finished-run.ts";
import { anEvaluation, aPlan, aRun } from "../../builders/run.ts";

const LINES: readonly ChecklistLine[] = [
  { depth: 0, text: "Builds", kind: "check", outcome: "pass", details: "exit code 0" },
  { depth: 0, text: "Either", kind: "anyOf", outcome: "unjudged", details: "" },
  { depth: 1, text: "A page", kind: "check", outcome: "fail", details: "docs/a.md is not there" },
  { depth: 1, text: "Both", kind: "group", outcome: "unjudged", details: "" },
  { depth: 2, text: "Tone", kind: "check", outcome: "unjudged", details: "" },
  { depth: 0, text: "It feels @fast", kind: "check", outcome: "person", details: "" },
];

it("ticks what a machine saw hold, and leaves a box open for a person [S2.34, C2.19, M2.06]", () => {
  expect(checklist(LINES)).toMatchInlineSnapshot(`
    "- [x] Builds
    - [ ] Either, any of (not judged)
      - [ ] A page (fails): docs/a.md is not there
      - [ ] Both, all of (not judged)
        - [ ] Tone (not judged)
    - [ ] It feels @<!-- -->fast (for you to confirm)"
  `);
  expect(checklist([])).toBe("");
});

it("shows the checklist in the pull request, or in the result comment where there is none [S2.34, C2.19, M2.06]", () => {
  const run = aFinishedRun({ checklist: LINES });
  expect(pullRequestBody(run, null)).toContain(checklist(LINES));
  expect(resultComment({ ...aStoppedRun(), checklist: LINES }, { compare: null })).toContain(checklist(LINES));
  expect(resultComment(run, { compare: null })).not.toContain("Acceptance");
  expect(pullRequestBody(run, null)).toContain("**For you to confirm**\n- It feels @<!-- -->fast\n");
  expect(pullRequestBody(aFinishedRun(), null)).not.toContain("Acceptance");
});

const ASSERTION = normaliseRule({
  id: "b.quality.feel",
  description: "It feels fast",
  severity: "info",
  check: { kind: "assertion", statement: "It feels fast." },
});

const PLAN = aPlan({
  workflow: "minor-edit",
  template: "docs",
  rules: [...aPlan().rules, ASSERTION],
  acceptance: [{ text: "Either", anyOf: [{ text: "A page", check: { kind: "file", path: "docs/a.md" } }] }],
  existing: ["src/slug.js"],
  objective: { ...aPlan().objective, clarifications: [{ question: "Upper case?", resolution: "Stays as it is." }] },
});

it.each([
  { where: "on GitHub", text: planComment(aRun({ plan: PLAN })) },
  { where: "in a terminal", text: planPage(aRun({ plan: PLAN })) },
])(
  "shows a person $where all that the plan binds: gate, guardrails, acceptance, what was settled [S0.14, S0.18, S0.22, S2.02, S2.03]",
  ({ text }) => {
    for (const word of [
      "verification",
      "fix",
      "Either",
      "A page",
      "It feels fast",
      "Upper case?",
      "Stays as it is.",
      "Titles with accents",
      "taken",
    ]) {
      expect(text).toContain(word);
    }
    expect(text).toMatch(/exists already/i);
  },
);

it("says how much is judged, and that QA judges it again where there is no cap [C1.16]", () => {
  expect(planComment(aRun({ plan: PLAN }))).toContain(
    "Workflow <code>minor-edit</code> · docs · judged: 15 %, and once more by QA with another model",
  );
});

it("reports what was changed outside of the scope, once, and only where it was kept [S0.22]", () => {
  const changed = ["src/slug.js", "lib/a.js"];
  const rows = [
    aRow(1, anEvaluation(), { changed }),
    aRow(2, anEvaluation(), { changed }),
    aRow(3, anEvaluation(), { changed: ["b"], kept: false }),
  ];
  const run = aFinishedRun({ progress: { rows } });
  expect(changesOutsideScope(run)).toEqual(["lib/a.js"]);
  expect(pullRequestBody(run, null)).toContain("Changed outside of the scope: <code>lib/a.js</code>");
  expect(changesOutsideScope(aFinishedRun())).toEqual([]);
  const odd = aRow(1, anEvaluation(), { changed: ["app/[id].js"] });
  const plan = aPlan({ scope: { paths: ["app/[id].js"], out: [] } });
  expect(changesOutsideScope(aFinishedRun({ plan, progress: { rows: [odd] } }))).toEqual([]);
});

it.each([
  { check: { kind: "not_command" as const, run: "false" }, says: "exits with another code than 0: false" },
  { check: { kind: "file" as const, path: "a.md" }, says: "is there: a.md" },
  { check: { kind: "not_file" as const, path: "b.md" }, says: "is not there: b.md" },
  { check: { kind: "assertion" as const, statement: "It is." }, says: "a person confirms: It is." },
  {
    check: { kind: "quality" as const, rubric: [{ criterion: "tone", weight: 2, description: "kind" }], scope: "docs/**" },
    says: "judged by marks, 3.5 of 5 needed in docs/**: tone (weight 2): kind",
  },
  {
    check: { kind: "quality" as const, rubric: [{ criterion: "tone", levels: { one: "x", three: "y", five: "z" } }] },
    says: "judged by marks, 3.5 of 5 needed: tone (weight 1) [1: x 3: y 5: z]",
  },
])("says what a check of kind $check.kind does [S2.35, S2.36]", ({ check, says }) => {
  expect(ruleLine(normaliseRule({ id: "a.x.y", description: "d", severity: "warn", check }))).toContain(`[check: ${says}]`);
});

it("names every workflow's gate in the plan [S0.21, S0.22, S0.23, S0.24, S0.25, S0.26]", () => {
  for (const workflow of Workflow.options) expect(planComment(aRun({ plan: aPlan({ workflow }) }))).toContain("Gate: ");
});
