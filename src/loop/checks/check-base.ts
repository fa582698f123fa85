/** The base against the rules that are commands: what is red there before anything is changed, and what cannot be told. */
import { baseVerdict } from "#core/base-verdict.ts";
import type { RuleResult } from "#core/score.ts";
import { inParallel } from "../parallel.ts";
import { runCommand } from "./run-command.ts";
import type { Subject } from "./subject.ts";

/** The results of the plan's command rules on the base, which is the subject's tree. Throws `Failure` and `Interrupted` as the workspace does. */
export async function checkBase(subject: Subject): Promise<readonly RuleResult[]> {
  const { plan, workspace, tree } = subject;
  const files = { paths: await workspace.paths(tree), tests: plan.tests };
  const commands = plan.rules.flatMap(({ id, check }) => (check.kind === "command" ? [{ id, check }] : []));
  return inParallel(plan.limits.parallel, commands, async ({ id, check }) => {
    const { ok, details, couldRun } = await runCommand(subject, check);
    const result: RuleResult = { id, verdict: ok ? "pass" : "fail", details, evidence: [] };
    return baseVerdict({ result, run: check.run, couldRun }, files);
  });
}
