import { expect, it } from "vitest";
import { allowedGlobs, changesOutsideScope } from "#core/iteration/scope.ts";
import { FALLBACK_WORKFLOW, needsItems, needsRedRule, templateFor, WORKFLOWS, Workflow } from "#core/plan/workflow.ts";
import { Hydration, planFrom } from "#core/planning/hydration.ts";
import { CheckDraft, checkFrom } from "#core/rules/check-draft.ts";
import { TemplateName } from "#core/rules/template.ts";
import { anAtom } from "../../builders/atoms.ts";
import { aRow } from "../../builders/finished-run.ts";
import * as j from "../../builders/journal.ts";
import { anEvaluation, aPlan, aRun } from "../../builders/run.ts";

it("has exactly six workflows, each with its gate and its guardrails [C0.11, S0.21, S0.22, S0.23, S0.24, S0.25, S0.26]", () => {
  expect(Workflow.options.map((name) => [name, WORKFLOWS[name].gate, WORKFLOWS[name].guardrails])).toEqual([
    ["question", "the answer is accurate", ["answer_only"]],
    ["minor-edit", "verification", ["verify_before_complete", "fix_within_design"]],
    ["tdd", "tests pass", ["require_acceptance_test", "verify_before_complete"]],
    ["batch", "each item, and all of them together", ["per_item_verification", "aggregate_qa", "parallel_subagents"]],
    ["qa-proof", "evidence is gathered", ["evidence_required", "quote_errors_exactly"]],
    ["plan-mode", "a person approves the plan", ["plan_mode", "critic_review", "user_approval_required"]],
  ]);
  expect(Workflow.options.filter(needsRedRule)).toEqual(["tdd"]);
  expect(Workflow.options.filter(needsItems)).toEqual(["batch"]);
  expect(Workflow.options.filter((name) => WORKFLOWS[name].answers)).toEqual(["question", "qa-proof"]);
});

it.each<{ workflow: Workflow; takes: readonly TemplateName[]; otherwise: TemplateName | null }>([
  { workflow: "question", takes: [], otherwise: null },
  { workflow: "minor-edit", takes: ["code", "docs", "config"], otherwise: null },
  { workflow: "tdd", takes: ["code"], otherwise: "code" },
  { workflow: "batch", takes: ["code"], otherwise: "code" },
  { workflow: "qa-proof", takes: ["docs"], otherwise: "docs" },
  { workflow: "plan-mode", takes: ["api", "code", "docs", "config"], otherwise: "docs" },
])(
  "lets $workflow take the templates $takes, and $otherwise where none is named [S0.25, S0.26, X.03, S1.08]",
  ({ workflow, takes, otherwise }) => {
    expect(templateFor(workflow, null)).toBe(otherwise);
    if (takes.length === 0) return;
    for (const name of TemplateName.options) expect(templateFor(workflow, name)).toBe(takes.includes(name) ? name : "misfit");
  },
);

const DRAFT = {
  questions: [],
  workflow: "tdd",
  objective: { intent: "Keep empty fields", deliverables: ["src/split.js"], done: ["a,,b has three fields"] },
  rules: [{ id: "a.correctness.logic", description: "d", severity: "fail", check: { kind: "command", text: "node check.js" } }],
  atoms: [anAtom("A1", { description: "Mend" })],
  scope: { paths: ["src/split.js", "docs/**"], out: [] },
  expectedTestChanges: [],
};
const FOUND = { setup: [], checks: { test: "npm test", build: null, lint: null, types: null, format: null }, reasons: [] };
const planOf = (change: object) =>
  planFrom(j.runOf(), Hydration.parse({ ...DRAFT, ...change }), FOUND, { paths: ["src/split.js", "README.md"], memories: [] });

it.each([{ workflow: "vibe" }, { workflow: 7 }, { workflow: null }, { workflow: undefined }])(
  "falls back to plan-mode for the workflow $workflow [C0.12, S0.19]",
  ({ workflow }) => {
    expect(FALLBACK_WORKFLOW).toBe("plan-mode");
    expect(planOf({ workflow })).toMatchObject({ workflow: "plan-mode", template: "docs", thresholds: { A: 0.75, B: 0.85 } });
  },
);

it("takes thresholds from the template, and refuses one that the workflow does not take [S1.08, S1.10, S1.38, X.03]", () => {
  expect(planOf({ workflow: "minor-edit", template: "docs" })).toMatchObject({ template: "docs", thresholds: { A: 0.75, B: 0.85 } });
  expect(planOf({ workflow: "plan-mode", template: "api" })).toMatchObject({ template: "api", thresholds: { A: 0.8, B: 0.9 } });
  const misfit = Hydration.safeParse({ ...DRAFT, template: "docs" });
  expect(misfit.error?.issues).toMatchObject([{ path: ["template"], message: "tdd takes one of: code" }]);
  expect(Hydration.safeParse({ ...DRAFT, template: "docs", questions: [{ question: "Which?", default: "" }] }).success).toBe(true);
});

it("makes a rule of each item of a batch and one over all, and takes no batch without items [S0.24, X.03]", () => {
  const checkOf = (text: string) => CheckDraft.parse({ kind: "file", text });
  const items = ["docs/A.md", "docs/a.md", "日本"].map((name, index) => ({ name, check: checkOf(`docs/${index}.md`) }));
  const rules = planOf({ workflow: "batch", items }).rules.filter(({ id }) => /item/.test(id));
  expect(rules.map(({ id, severity, weight, check: { kind } }) => [id, severity, weight, kind])).toEqual([
    ["a.item.1-docs-a-md", "fail", 2, "file"],
    ["a.item.2-docs-a-md", "fail", 2, "file"],
    ["a.item.3", "fail", 2, "file"],
    ["b.aggregate.items", "fail", 0, "content"],
  ]);
  // Each by its own check, not by the first one's.
  expect(rules.slice(0, 3).map(({ check }) => check)).toEqual(items.map(({ check }) => checkFrom(check)));
  expect(JSON.stringify(rules.at(-1)?.check)).toContain("docs/A.md, docs/a.md, 日本");
  expect(Hydration.safeParse({ ...DRAFT, workflow: "batch" }).error?.issues).toMatchObject([{ path: ["items"] }]);
  expect(planOf({ items }).rules.some(({ id }) => id.startsWith("a.item."))).toBe(false);
});

it("plans an answer without rules, atoms or paths of the hydrator's [S0.21, C0.10, X.03]", () => {
  const bare = { workflow: "question", rules: [], atoms: [], scope: { paths: [], out: [] } };
  const plan = planOf({ ...bare, objective: { intent: "Say why", deliverables: [], done: [] } });
  expect(plan).toMatchObject({ rules: [], scope: { paths: ["**"] }, objective: { deliverables: ["An answer in a comment"] } });
  const one = anAtom("A1", { priority: 1 });
  expect(plan.atoms).toEqual([{ ...one, description: "Answer from the files of the repository" }]);
  const drafted = [
    anAtom("A2", { description: "Look", group: "way", doubtful: true }),
    anAtom("A3", { description: "Tell", dependsOn: ["A2"] }),
  ];
  expect(planOf({ ...bare, atoms: drafted }).atoms).toEqual([{ ...one, description: "Look; Tell" }]);
  const acceptance = [{ id: "a", within: null, text: "It is said", is: "check", check: { kind: "assertion", text: "It is said" } }];
  expect(planOf({ ...bare, acceptance }).acceptance).toEqual([]);
});

it("states background, intent, deliverables and done in every plan, and what was settled on the way [S2.02, S2.03]", () => {
  const { objective } = planOf({});
  expect(objective).toEqual({ ...DRAFT.objective, background: 'The issue "Split keeps empty fields"', clarifications: [] });
  const clarifications = [{ question: "Trailing comma?", resolution: "Gives one empty field, as the tests do." }];
  expect(planOf({ objective: { ...DRAFT.objective, background: "Tables lose cells", clarifications } }).objective).toMatchObject({
    background: "Tables lose cells",
    clarifications,
  });
});

it("says which files of the scope are there already [S0.18]", () => {
  expect(planOf({}).existing).toEqual(["src/split.js"]);
});

it("closes everything outside of the scope to a minor edit, and to nothing else [S0.22]", () => {
  const scope = { paths: ["README.md"], out: [] };
  const madeFor = (workflow: Workflow) => aPlan({ workflow, scope, expectedTestChanges: ["tests/a.js"] });
  expect(allowedGlobs(madeFor("minor-edit"))).toEqual(["README.md", "tests/a.js"]);
  expect((["tdd", "batch", "plan-mode"] as const).map((workflow) => allowedGlobs(madeFor(workflow)))).toEqual([null, null, null]);
});

it("finds what was changed outside of the scope by iterations that were kept [S0.22]", () => {
  const rows = [
    aRow(1, anEvaluation(), { changed: ["src/slug.js", "lib/a.js"] }),
    aRow(2, anEvaluation(), { changed: ["lib/b.js"], kept: false }),
    aRow(3, anEvaluation(), { changed: ["lib/a.js", "app/[id].js"] }),
  ];
  const plan = aPlan({ scope: { paths: ["src/**", "app/[id].js"], out: [] } });
  expect(changesOutsideScope(aRun({ plan, progress: { rows } }))).toEqual(["lib/a.js"]);
});
