/** Finds rules that do not measure what a review asks for: only a rule that is red on the reviewed head does. */
import type { Plan } from "#core/plan/plan.ts";
import type { BrokenRule } from "#core/rules/broken-rule.ts";
import { detailsOf } from "#core/values/details.ts";
import { whyBroken } from "./broken-rules.ts";
import type { RuleOnBase } from "./red-on-base.ts";

/** The unfit rules in the order of the trials, each with what it printed. `paths`: what is there on the head. */
export function unfitRules(plan: Plan, trials: readonly RuleOnBase[], paths: readonly string[]): readonly BrokenRule[] {
  return trials.flatMap((trial) => {
    const why = whyBroken(plan, trial, paths) ?? whyNotRed(trial);
    return why === null ? [] : [{ id: trial.result.id, why: detailsOf(`${why}\n${trial.result.details}`) }];
  });
}

function whyNotRed({ result: { verdict } }: RuleOnBase): string | null {
  if (verdict === "pass") return "It holds already, so it would not show that anything was done.";
  return verdict === "fail" ? null : "It is red only because a file is not there, and any file of that name would do.";
}
