/** Tries on the base, before a plan is shown, whether its tests find faults at all. */
import { LEAST_FOUND } from "#core/analysis/test-results/bite.ts";
import { isUndecidable } from "#core/analysis/test-results/test-run.ts";
import type { PlanRehearsal } from "#core/plan/plan-rehearsal.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { faultsInScope } from "./fault-places.ts";
import { foundIn, searchIn, TRIES } from "./fault-search.ts";
import { knownTree, type TestedTree } from "./faulty-tests.ts";

/**
 * Plants faults in what the plan may change, until three were found: so many say that it can be measured. Undefined
 * where none are asked for. Throws as the workspace does.
 */
export async function rehearsedBite(
  subject: CheckSubject,
  run: string,
  known: Pick<TestedTree, "clean" | "ms">,
): Promise<PlanRehearsal["bite"]> {
  const search = searchIn(subject);
  if (search.most === 0) return undefined;
  const from = subject.clock.now();
  const most = Math.min(search.most, LEAST_FOUND);
  const faults = isUndecidable(known.clean) ? [] : await faultsInScope(subject, most * TRIES);
  const { planted, found } = await foundIn(knownTree(subject, run, known), faults, { ...search, most });
  return { planted, found: [...found], ms: subject.clock.now() - from };
}
