/** The plan, the added and hidden checks, and the advice of an iteration. */
import * as z from "zod";
import { AttackName } from "#core/plan/plan-attacks.ts";
import { type Rule, RuleId } from "#core/rules/rule.ts";
import { AtomId } from "#core/tasks/atom.ts";
import { boundedText, optionalBoundedText } from "#core/values/bounded-text.ts";

/**
 * A step of an iteration's plan: what to do, for which rules, for which atom if for one, and whether it is still to be
 * done.
 */
export const PlanStep = z.strictObject({
  text: boundedText(500),
  rules: z.array(RuleId).min(1).max(10),
  atom: AtomId.nullable().default(null),
  open: z.boolean(),
});
export type PlanStep = z.infer<typeof PlanStep>;

/**
 * The rules named by steps that serve none of the active rules: each step must serve one. Empty for a plan that fits.
 */
export function idleSteps(active: readonly Rule[], steps: readonly PlanStep[]): readonly string[] {
  const known = active.map(({ id }) => id);
  return steps.filter(({ rules }) => !rules.some((id) => known.includes(id))).flatMap(({ rules }) => rules);
}

/** A check that PREPARE adds to a rule: it can make the rule harder to pass, never easier. */
export const AddedCheck = z.strictObject({ rule: RuleId, run: z.string().trim().min(1).max(1000) });
export type AddedCheck = z.infer<typeof AddedCheck>;

/**
 * A command that prints what the code makes of inputs that PREPARE chose, and the output that it must print: letter by
 * letter, but for white space at the ends of lines and of the whole. The expected output never enters the sandbox: code
 * under test that overrides a runner, an assertion or the end of its process still has to print it. Of a check that
 * fails, the worker sees the `title` and the exit code.
 */
export const HiddenCheck = z.strictObject({
  rule: RuleId,
  title: boundedText(200),
  run: z.string().trim().min(1).max(2000),
  expects: z.string().trim().min(1).max(2000),
  /** Wrong patches that every rule lets pass and that it was seen to refuse. The driver writes it; absent: none. */
  refuses: z.array(AttackName).min(1).max(20).optional(),
});
export type HiddenCheck = z.infer<typeof HiddenCheck>;

/**
 * What a hidden check showed on a tree; `run` names it. `printed`: what its command printed instead of what is
 * expected, for people; absent where it holds.
 */
export const HiddenTrial = z.strictObject({
  run: HiddenCheck.shape.run,
  printed: optionalBoundedText(300).optional(),
});
export type HiddenTrial = z.infer<typeof HiddenTrial>;

/** One failed rule explained: what is wrong, what to do, what will then hold. */
export const Advice = z.strictObject({
  rule: RuleId,
  problem: boundedText(600),
  fix: boundedText(600),
  effect: boundedText(300),
});
export type Advice = z.infer<typeof Advice>;
