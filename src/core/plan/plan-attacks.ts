/** Holds what cheap wrong patches of the base have shown of a plan: those that its rules would let pass. */
import * as z from "zod";
import { RuleId } from "#core/rules/rule.ts";

/**
 * `nothing`: nothing is changed. `tests_deleted`, `tests_emptied`: test files are. `hollow_tests`: they hold tests that
 * check nothing. `texts`: only the texts and files are there that rules look for. `early_exit`: sources end the program
 * with 0. `special_cases`: sources know the answers to what the rules try. `broken`: sources cannot be read.
 * `first_hunk`: the first place of what an earlier iteration changed. `fault`: one line of a source is wrong. With
 * `hollow_`: hollow tests as well.
 */
export const AttackName = z.enum([
  "nothing",
  "tests_deleted",
  "tests_emptied",
  "texts",
  "early_exit",
  "special_cases",
  "hollow_tests",
  "hollow_special_cases",
  "hollow_early_exit",
  "broken",
  "first_hunk",
  "fault",
]);
export type AttackName = z.infer<typeof AttackName>;

/**
 * A wrong patch that no rule of code refuses. `paths`: what it changes. `rules`: those red on the base that it turns
 * green.
 */
export const SlippedAttack = z.strictObject({
  name: AttackName,
  paths: z.array(z.string().max(4000)).max(10),
  /** The line of the fault, as it was and as it is; absent for others. */
  line: z.int().positive().optional(),
  rules: z.array(RuleId).max(20),
});
export type SlippedAttack = z.infer<typeof SlippedAttack>;

const Count = z.int().nonnegative();

/**
 * `tried`: how many were decided. `slipped`: no rule refuses these. `judged`: no rule that code decides, but a blocking
 * one that a model does. `untried`: there was no time for these. Milliseconds.
 */
export const PlanAttacks = z.strictObject({
  tried: Count,
  slipped: z.array(SlippedAttack).max(20),
  judged: z.array(SlippedAttack).max(20),
  untried: z.array(AttackName).max(20),
  ms: Count,
});
export type PlanAttacks = z.infer<typeof PlanAttacks>;
