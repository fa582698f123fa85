/**
 * Runs checks again before they count: one that failed twice more, and one that passed once more where the environment
 * does not show that it is a check (.github/decisions/0036).
 */
import { isUndecidable } from "#core/analysis/test-results/test-run.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { detailsOf } from "#core/values/details.ts";
import { runTests } from "#loop/checks/on-tree/run-tests.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { inParallel } from "#loop/context/parallel.ts";
import { checkRules } from "./check-rules.ts";

/** Runs of a check that fails, the first one included. */
const RUNS = 3;

/**
 * Gives the results, corrected where a check is flaky or depends on where it runs. Only `fail` rules with a command or
 * tests are run again: no other rule stops the work. Throws as `checkRules`.
 */
export function steadyResults(subject: CheckSubject, results: readonly RuleResult[]): Promise<readonly RuleResult[]> {
  const { rules, limits } = subject.plan;
  return inParallel(limits.parallel, results, async (result) => {
    const rule = rules.find(({ id }) => id === result.id);
    if (rule?.severity !== "fail" || !(rule.check.kind === "command" || rule.check.kind === "tests")) return result;
    if (result.verdict === "fail") return again(subject, rule, result);
    return result.verdict === "pass" ? elsewhere(subject, rule, result) : result;
  });
}

/** A check that passes only sometimes still fails; its details say that it is flaky. */
async function again(subject: CheckSubject, rule: Rule, result: RuleResult): Promise<RuleResult> {
  let passed = 0;
  for (let run = 1; run < RUNS; run += 1) if (await passes(subject, rule)) passed += 1;
  return passed === 0
    ? result
    : { ...result, details: detailsOf(`flaky: it passed ${passed} of ${RUNS} runs: ${result.details}`) };
}

/**
 * Runs a check that passed once more, in the other environment. Where it fails there it is run as usual again: if it
 * fails then as well, it is flaky.
 */
async function elsewhere(subject: CheckSubject, rule: Rule, result: RuleResult): Promise<RuleResult> {
  if (await passes({ ...subject, elsewhere: true }, rule)) return result;
  if (!(await passes(subject, rule)))
    return { ...result, verdict: "fail", details: `flaky: it passed once and failed twice` };
  if (rule.check.kind === "tests" && (await passesBesideBase(subject, rule, rule.check.run))) return result;
  const details =
    "it passes where checks run, and fails where CI is not set and folder, user, host, terminal and time zone are " +
    "others: what is checked must not look where it runs";
  return { ...result, verdict: "fail", details };
}

/**
 * Tests that need CI, or a host of this name, fail on the base as well: then they are compared with the base's tests in
 * the same environment.
 */
async function passesBesideBase(subject: CheckSubject, rule: Rule, run: string): Promise<boolean> {
  const there = { ...subject, elsewhere: true };
  const baseTests = await runTests({ ...there, tree: subject.plan.base.tree }, run);
  return isUndecidable(baseTests) || passes({ ...there, baseTests }, rule);
}

async function passes(subject: CheckSubject, rule: Rule): Promise<boolean> {
  return (await checkRules(subject, [rule])).every(({ verdict }) => verdict === "pass");
}
