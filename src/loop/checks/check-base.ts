/**
 * Checks the base against the plan's rules on commands and files: which are red before the worker changes anything, and
 * which say nothing there.
 */
import { withPassing } from "#core/analysis/test-results/test-run.ts";
import { type BaseFiles, type RuleOnBase, ruleOnBase } from "#core/iteration/red-on-base.ts";
import type { CheckOf } from "#core/rules/check.ts";
import { checkFile } from "#core/rules/file-check.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { detailsOf } from "#core/values/details.ts";
import { runCommand, runNotCommand } from "#loop/checks/on-tree/run-command.ts";
import { runTests } from "#loop/checks/on-tree/run-tests.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { inParallel } from "#loop/context/parallel.ts";

/**
 * Gives the results of the plan's rules on commands and files on the subject's tree, which is the base; the other rules
 * need a model or compare with the base. Throws `Failure` and `Interrupted` as the workspace does.
 */
export async function checkBase(subject: CheckSubject): Promise<readonly RuleResult[]> {
  return (await tryRules(subject)).map(({ result }) => result);
}

/** As `checkBase`, with what each rule lacks there. */
export async function tryRules(subject: CheckSubject): Promise<readonly RuleOnBase[]> {
  const { plan, workspace, tree } = subject;
  const files = { paths: await workspace.paths(tree), tests: plan.tests };
  return inParallel(
    plan.limits.parallel,
    plan.rules.filter((rule): rule is Scored => isScored(rule)),
    (rule) => onBase(subject, rule, files),
  );
}

type Scored = Rule & { readonly check: CheckOf<"command" | "not_command" | "file" | "not_file" | "tests"> };

/** Tests compare with the base, so that they say something of the base itself only where some must pass by name. */
function isScored({ check }: Rule): boolean {
  if (check.kind === "tests") return check.passing !== undefined;
  return ["command", "not_command", "file", "not_file"].includes(check.kind);
}

async function onBase(subject: CheckSubject, { id, check }: Scored, files: BaseFiles): Promise<RuleOnBase> {
  if (check.kind === "file" || check.kind === "not_file") return filesOnBase(id, check, files);
  if (check.kind === "tests") return testsOnBase(subject, id, check);
  const { ok, details, couldRun } = await (check.kind === "command"
    ? runCommand(subject, check)
    : runNotCommand(subject, check.run));
  return ruleOnBase(
    { result: { id, verdict: ok ? "pass" : "fail", details, evidence: [] }, run: check.run, couldRun },
    files,
  );
}

/** The tests that must pass by name, on the base: there is nothing to compare them with. */
async function testsOnBase(subject: CheckSubject, id: string, check: CheckOf<"tests">): Promise<RuleOnBase> {
  const compared = { verdict: "pass", details: "these tests pass on the base" } as const;
  const found = withPassing(compared, await runTests(subject, check.run), check.passing ?? []);
  return { result: { ...found, id, evidence: [] }, couldRun: true, missing: null };
}

/**
 * A missing file is no red rule, as any file of that name would turn it green; a file that must go and is still there
 * is one.
 */
function filesOnBase(id: string, check: CheckOf<"file" | "not_file">, { paths }: BaseFiles): RuleOnBase {
  const { ok, details } = checkFile(check, paths);
  const red = check.kind === "file" ? ("na" as const) : ("fail" as const);
  const said = ok || red === "fail" ? details : detailsOf(`cannot tell: ${details}`);
  const result = { id, verdict: ok ? ("pass" as const) : red, details: said, evidence: [] };
  return { result, couldRun: true, missing: null };
}
