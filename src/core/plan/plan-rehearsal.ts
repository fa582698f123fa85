/** Holds what trying a plan on its base has shown: it is part of the plan, so that an approval binds it too. */
import * as z from "zod";
import { FoundFault } from "#core/analysis/test-results/bite.ts";
import { RuleResult } from "#core/rules/score.ts";
import { PlanAttacks } from "./plan-attacks.ts";

const Count = z.int().nonnegative();

/** Milliseconds; `tests` is null where no command tests, its `names` where the tests have no names that can be read. */
export const PlanRehearsal = z.strictObject({
  setupMs: Count,
  tests: z.strictObject({ green: z.boolean(), names: Count.nullable(), ms: Count }).nullable(),
  /** Of the rules on commands and files; the others need a model or compare with the base. */
  results: z.array(RuleResult),
  /**
   * Faults that were planted in the scope's sources to see whether the tests would find them: how many, those that were
   * found, and how long it took. Absent where nothing tests, where `limits.bite` is 0, and in older plans.
   */
  bite: z.strictObject({ planted: Count, found: z.array(FoundFault).max(30), ms: Count }).optional(),
  /** What wrong patches have shown. Absent where the limit is 0 or rules are broken, and in older plans. */
  attacks: PlanAttacks.optional(),
  /** Programs that ways needed and that are not on the machine; absent where none was missing. */
  missing: z.array(z.string().regex(/^[\w.+/-]{1,80}$/)).optional(),
});
export type PlanRehearsal = z.infer<typeof PlanRehearsal>;
