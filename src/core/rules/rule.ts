/** Acceptance rules: what an evaluation checks, how much it weighs, and how it is checked. */
import * as z from "zod";
import { Check, decidedBy } from "./check.ts";
import { Level } from "./level.ts";

/** `fail` blocks a pass, `warn` lowers the score, `info` is only tracked. */
export const Severity = z.enum(["fail", "warn", "info"]);
export type Severity = z.infer<typeof Severity>;

/** `<level>.<category>.<specific>` in lower case; other letters, and `_` or a blank for a hyphen, are read as these. */
export const RuleId = z
  .string()
  .overwrite((id) => id.trim().toLowerCase().replaceAll("_", "-").replaceAll(" ", "-"))
  .regex(/^[ab]\.[a-z0-9-]+\.[a-z0-9-]+$/, "must look like a.correctness.logic");

/** A rule as it is used at run time: every field is there. */
export const Rule = z
  .strictObject({
    id: RuleId,
    description: z.string().min(1).max(500),
    severity: Severity,
    weight: z.int().nonnegative().max(100),
    level: Level,
    check: Check,
  })
  .refine(({ id, level }) => id.startsWith(`${level.toLowerCase()}.`), { error: "id and level disagree", path: ["id"] })
  .refine(({ severity, weight }) => severity !== "info" || weight === 0, {
    error: "an info rule weighs 0",
    path: ["weight"],
  })
  .refine(({ severity, check }) => severity === "info" || decidedBy(check) !== "person", {
    error: "what a person has to confirm is an info rule: it holds nothing up",
    path: ["severity"],
  });
export type Rule = z.infer<typeof Rule>;

/** A rule as the hydrator or the configuration drafts it: the weight may be left out. */
export interface RuleDraft {
  readonly id: string;
  readonly description: string;
  readonly severity: Severity;
  readonly weight?: number | undefined;
  readonly check: z.input<typeof Check>;
}

const WEIGHTS: Record<Severity, number> = { fail: 2, warn: 1, info: 0 };

/**
 * Fills weight and level in; what only a person can confirm is tracked and no more. Throws zod's
 * error for an id that is not one.
 */
export function normaliseRule(draft: RuleDraft): Rule {
  const severity = decidedBy(draft.check) === "person" ? "info" : draft.severity;
  const weight = severity === "info" ? 0 : (draft.weight ?? WEIGHTS[severity]);
  return Rule.parse({ ...draft, severity, weight, level: draft.id.startsWith("b.") ? "B" : "A" });
}

/** The rules that count at a level: A's at A, all of them at B. */
export function activeRules(rules: readonly Rule[], level: Level): readonly Rule[] {
  return level === "B" ? rules : rules.filter((rule) => rule.level === "A");
}

/** The part of a level's weight that a model judges, from 0 to 1; 0 where nothing weighs. */
export function judgedShare(rules: readonly Rule[], level: Level): number {
  const active = activeRules(rules, level);
  const total = sumWeights(active);
  return total === 0 ? 0 : sumWeights(active.filter(({ check }) => decidedBy(check) === "model")) / total;
}

/** The larger of these parts at the two levels, from 0 to 1. Pure. */
export function mostJudged(rules: readonly Rule[]): number {
  return Math.max(judgedShare(rules, "A"), judgedShare(rules, "B"));
}

/** The sum of the weights. */
export function sumWeights(rules: readonly Rule[]): number {
  return rules.reduce((sum, { weight }) => sum + weight, 0);
}
