/** What the bench of plan attacks is played on: repositories, each with plans that have a hole and plans that have none, as data. */
import * as z from "zod";
import { Workflow } from "#core/plan/workflow.ts";
import type { Check } from "#core/rules/check.ts";
import { readYaml, yamlFiles } from "../../claims/files.ts";

/** One rule, by the field that it has: `not` is a command that must fail, `gone` a path, `judged` a question for a model, `tests` names of tests. */
const SeededRule = z.union([
  z.strictObject({ run: z.string(), prints: z.string().optional() }),
  z.strictObject({ not: z.string() }),
  z.strictObject({ file: z.string() }),
  z.strictObject({ gone: z.string() }),
  z.strictObject({ judged: z.string() }),
  z.strictObject({ tests: z.array(z.string()).min(1) }),
]);
type SeededRule = z.infer<typeof SeededRule>;

/** `hole`: who would pass every rule of it by doing what; null for a plan as a careful maintainer writes it. */
const SeededPlan = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  hole: z.string().nullable(),
  workflow: Workflow.default("tdd"),
  scope: z.array(z.string()).min(1),
  expected: z.array(z.string()).default([]),
  rules: z.array(SeededRule).min(1),
});
export type SeededPlan = z.infer<typeof SeededPlan>;

const PlanGround = z.strictObject({
  language: z.string(),
  test: z.string(),
  base: z.record(z.string(), z.string()),
  plans: z.array(SeededPlan).min(1),
});
export type PlanGround = z.infer<typeof PlanGround>;

const FOLDER = "tests/proofs/plan-attacks/grounds";

/** All grounds. Throws for a file that breaks the schema, naming it. */
export function readPlanGrounds(root: string): readonly PlanGround[] {
  return yamlFiles(root, FOLDER).map((path) => readYaml(root, path, PlanGround));
}

/** The check of a rule. `test`: the command that tests the repository. */
export function checkOf(rule: SeededRule, test: string): z.input<typeof Check> {
  if ("run" in rule) return { kind: "command", run: rule.run, prints: rule.prints ?? null };
  if ("not" in rule) return { kind: "not_command", run: rule.not };
  if ("file" in rule) return { kind: "file", path: rule.file };
  if ("gone" in rule) return { kind: "not_file", path: rule.gone };
  if ("judged" in rule) return { kind: "content", question: rule.judged };
  return { kind: "tests", run: test, files: "branch", passing: rule.tests };
}
