/** An attack: a cheap wrong patch of the base, which the rules of a plan should refuse. */
import type { FileEdit } from "#core/backtest/half.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { AttackName } from "#core/plan/plan-attacks.ts";
import type { RuleResult } from "#core/rules/score.ts";

/** `edits`: what it makes of the base; none: nothing at all. `line`: of a fault, from 1; absent for others. */
export interface Attack {
  readonly name: AttackName;
  readonly line?: number;
  readonly edits: readonly FileEdit[];
}

/**
 * What attacks are made from. `results`: of the plan's rules on its base. `paths`: of the base; `texts`: of those that
 * were read, without binaries.
 */
export interface AttackGround {
  readonly plan: Plan;
  readonly results: readonly RuleResult[];
  readonly paths: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}
