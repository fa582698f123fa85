/**
 * The base against the rules that are commands: what is red there before anything is changed, and what cannot be told.
 */
import { type BaseFiles, resultOnBase } from "#core/iteration/red-on-base.ts";
import type { CheckOf } from "#core/rules/check.ts";
import { checkFile } from "#core/rules/file-check.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { inParallel } from "#loop/context/parallel.ts";
import { runCommand, runNotCommand } from "./run-command.ts";
import type { CheckSubject } from "./subject.ts";

/**
 * The results of the plan's rules on the base that need no model and no comparison with it, which is the subject's
 * tree. Throws `Failure` and `Interrupted` as the workspace does.
 */
export async function checkBase(subject: CheckSubject): Promise<readonly RuleResult[]> {
  const { plan, workspace, tree } = subject;
  const files = { paths: await workspace.paths(tree), tests: plan.tests };
  return inParallel(plan.limits.parallel, plan.rules.filter(isScored), (rule) => onBase(subject, rule, files));
}

type Scored = Rule & { readonly check: CheckOf<"command" | "not_command" | "file" | "not_file"> };

function isScored(rule: Rule): rule is Scored {
  return ["command", "not_command", "file", "not_file"].includes(rule.check.kind);
}

async function onBase(subject: CheckSubject, { id, check }: Scored, files: BaseFiles): Promise<RuleResult> {
  if (check.kind === "file" || check.kind === "not_file") {
    const { ok, details } = checkFile(check, files.paths);
    // That a file is not there yet cannot show that work was done: any file would do. That it is still there can.
    if (!ok && check.kind === "file")
      return { id, verdict: "na", details: `cannot tell: ${details}`.slice(0, 2000), evidence: [] };
    return { id, verdict: ok ? "pass" : "fail", details, evidence: [] };
  }
  const { ok, details, couldRun } = await (check.kind === "command"
    ? runCommand(subject, check)
    : runNotCommand(subject, check.run));
  return resultOnBase(
    { result: { id, verdict: ok ? "pass" : "fail", details, evidence: [] }, run: check.run, couldRun },
    files,
  );
}
