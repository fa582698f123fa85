import { expect, it } from "vitest";
import { auditContextOf } from "#core/iteration/audit-context.ts";
import { Workflow } from "#core/plan/workflow.ts";
import { aPlan, aRun, sha } from "../../builders/run.ts";

const row = { iteration: 1, level: "A", score: 0.5, passed: false, failed: [], warnings: [], tree: sha("1"), kept: true } as const;

it("holds the last ten tool calls and the last five errors, cut to S0.40's lengths", () => {
  const numbered = (name: string, length: number) => Array.from({ length: 12 }, (_, index) => `${name} ${index} `.padEnd(length, "x"));
  const context = auditContextOf(aRun(), {
    tools: numbered("exec", 800),
    errors: numbered("no such file", 200),
    pending: null,
    patch: null,
  });
  expect(context.tools).toHaveLength(10);
  expect(context.tools[0]).toBe(`${"exec 2 ".padEnd(699, "x")}…`);
  expect(context.errors).toHaveLength(5);
  expect(context.errors.map(({ length }) => length)).toEqual([150, 150, 150, 150, 150]);
});

it("leaves short calls as they are", () => {
  expect(auditContextOf(aRun(), { tools: ["exec npm test"], errors: [], pending: null, patch: null }).tools).toEqual(["exec npm test"]);
});

it("names every file that the run has changed, once", () => {
  const run = aRun({ progress: { rows: [{ ...row, changed: ["a.js", "b.js"] }], changed: ["b.js", "c.js"] } });
  expect(auditContextOf(run, { tools: [], errors: [], pending: null, patch: null }).changed).toEqual(["a.js", "b.js", "c.js"]);
});

it.each(Workflow.options)("declares guardrails for %s (S0.21 to S0.26) [S0.22, C0.11]", (workflow) => {
  const { guardrails } = auditContextOf(aRun({ plan: aPlan({ workflow }) }), { tools: [], errors: [], pending: null, patch: null });
  expect(guardrails.length).toBeGreaterThan(0);
});
