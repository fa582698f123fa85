/**
 * Decides the acceptance checklist on the head: the driver runs what it can, a model judges the rest, and a person
 * confirms what neither can decide.
 */
import { checklistItemsOf, checksIn } from "#core/rules/acceptance.ts";
import { type Check, decidedBy } from "#core/rules/check.ts";
import { type ChecklistLine, checklistOf, type ItemFinding, UNJUDGED_ITEM } from "#core/rules/checklist-line.ts";
import type { Evaluation, RuleResult } from "#core/rules/score.ts";
import type { Run } from "#core/run/run.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { inParallel } from "#loop/context/parallel.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { runDriverCheck } from "./check-rules.ts";
import { judgeAll } from "./judge.ts";
import { rateAll } from "./rate.ts";
import type { CheckedTree } from "./verify-tree.ts";

interface Numbered {
  readonly id: string;
  readonly description: string;
  readonly check: Check;
}

/**
 * Decides the checklist of the plan on the subject's tree. An item whose check is that of a rule that holds is not run
 * again: this was found out on this very tree. Throws as `checkRules` and `judge`.
 */
export async function accept(
  run: Run,
  context: StepContext,
  { subject, evaluation }: CheckedTree,
): Promise<readonly ChecklistLine[]> {
  const items = checklistItemsOf(subject.plan);
  const checks = checksIn(items).map(
    ({ text, check }, index): Numbered => ({ id: `item-${index + 1}`, description: text, check }),
  );
  const ran = await inParallel(
    subject.plan.limits.parallel,
    checks.filter(({ check }) => decidedBy(check) === "driver"),
    async ({ id, check }) => ({
      ...(passedAs(check, subject, evaluation) ?? (await runDriverCheck(subject, check))),
      id,
    }),
  );
  const asked = checks.filter(({ check }) => check.kind === "content" || check.kind === "assertion");
  const results = new Map(
    [...ran, ...(await judgeAll(run, context, subject, asked))].map((result) => [result.id, result]),
  );
  const rated = checks.flatMap(({ id, check }) => (check.kind === "quality" ? [{ id, check }] : []));
  const ratings = await rateAll(run, context, subject, rated);
  return checklistOf(
    items,
    checks.map(({ id, check }) => ratings.get(id) ?? findingOf(check, results.get(id))),
  );
}

/** The result of a rule with the same check that holds; undefined where there is none. */
function passedAs(check: Check, { plan }: CheckSubject, { results }: Evaluation): RuleResult | undefined {
  const wanted = JSON.stringify(check);
  const same = plan.rules.filter((rule) => JSON.stringify(rule.check) === wanted).map(({ id }) => id);
  return results.find(({ id, verdict }) => verdict === "pass" && same.includes(id));
}

/** `na` leaves an item unjudged. An assertion stays open for a person even where the judge passes it. */
function findingOf(check: Check, result: RuleResult | undefined): ItemFinding {
  if (check.kind === "assertion")
    return {
      outcome: "person",
      details: result === undefined ? "" : `a judge says ${result.verdict}: ${result.details}`,
    };
  if (result === undefined) return UNJUDGED_ITEM;
  return {
    outcome: result.verdict === "pass" ? "pass" : result.verdict === "na" ? "unjudged" : "fail",
    details: result.details,
  };
}
