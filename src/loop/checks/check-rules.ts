/**
 * Checks a tree against the rules that need no model: the driver runs each command on a fresh copy, in a sandbox of its
 * own (.github/decisions/0005).
 */
import { compareTests } from "#core/analysis/test-results/test-run.ts";
import { type Check, decidedBy } from "#core/rules/check.ts";
import { checkFile } from "#core/rules/file-check.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { detailsOf } from "#core/values/details.ts";
import { inParallel } from "#loop/context/parallel.ts";
import { changedTextsOf, checkIntegrity, checkMarkers, checkSuppressions } from "./check-integrity.ts";
import { runCommand, runNotCommand } from "./run-command.ts";
import { expectedTexts, runTests, withBaseTests } from "./run-tests.ts";
import type { CheckSubject } from "./subject.ts";
import { type TriedCheck, tryHidden } from "./try-hidden.ts";

/**
 * Decides one check of the driver on the subject's tree, for checks that belong to no rule (the acceptance). Throws as
 * `checkRules`.
 */
export function runDriverCheck(subject: CheckSubject, check: Check): Promise<RuleResult> {
  return ownResult(subject, { id: "a.acceptance.item", check });
}

/**
 * A rule that the driver decided. `shown`: by its own check and those that PREPARE added to it; `tried`: its hidden
 * checks, which are run where the others hold.
 */
export interface CheckedRule {
  readonly shown: RuleResult;
  readonly tried: readonly TriedCheck[];
}

/** Gives the result of every rule that the driver decides. Throws `Failure` and `Interrupted` as the workspace does. */
export async function checkRules(subject: CheckSubject, rules: readonly Rule[]): Promise<readonly RuleResult[]> {
  return (await checkEach(subject, rules)).map((checked) => drivenResult(checked));
}

/** As `checkRules`, with what each hidden check showed. */
export function checkEach(subject: CheckSubject, rules: readonly Rule[]): Promise<readonly CheckedRule[]> {
  return inParallel(
    subject.plan.limits.parallel,
    rules.filter(({ check }) => decidedBy(check) === "driver"),
    async (rule) => {
      const shown = await shownResult(subject, rule);
      return { shown, tried: shown.verdict === "pass" ? await tryHidden(subject, rule) : [] };
    },
  );
}

/** The result of a rule: all of its checks must hold, but for the hidden ones whose commands are `dropped`. */
export function drivenResult({ shown, tried }: CheckedRule, dropped: readonly string[] = []): RuleResult {
  const [red] = tried.flatMap(({ trial, details }) =>
    details === null || dropped.includes(trial.run) ? [] : [details],
  );
  return red === undefined ? shown : { ...shown, verdict: "fail", details: red };
}

/** Runs the rule's own check, then those that PREPARE added to it: all must hold. */
async function shownResult(subject: CheckSubject, rule: Rule): Promise<RuleResult> {
  const own = await ownResult(subject, rule);
  if (own.verdict !== "pass") return own;
  for (const { run: command } of subject.added.filter((check) => check.rule === rule.id)) {
    if (rule.check.kind === "command" && rule.check.run === command) continue;
    const { ok, details } = await runCommand(subject, { run: command, prints: wordOf(subject, command) });
    if (!ok) return { ...own, verdict: "fail", details: detailsOf(`${command}: ${details}`) };
  }
  return own;
}

/** Gives the word that a rule with the same command must print: the command must print it beside another rule too. */
function wordOf({ plan }: CheckSubject, command: string): string | null {
  const same = plan.rules.flatMap(({ check }) =>
    check.kind === "command" && check.run === command ? [check.prints] : [],
  );
  return same.find((word) => word !== null) ?? null;
}

async function ownResult(subject: CheckSubject, { id, check }: Pick<Rule, "id" | "check">): Promise<RuleResult> {
  switch (check.kind) {
    case "command":
      return resultOf(id, await runCommand(subject, check));
    case "not_command":
      return resultOf(id, await runNotCommand(subject, check.run));
    case "file":
    case "not_file":
      return resultOf(id, checkFile(check, await subject.workspace.paths(subject.tree)));
    case "tests": {
      const tree = check.files === "base" ? await withBaseTests(subject) : subject.tree;
      const base = subject.baseTests ?? { green: true, names: null, details: "" };
      const { verdict, details } = compareTests(
        base,
        await runTests({ ...subject, tree }, check.run),
        await expectedTexts(subject),
      );
      return { id, verdict, details: detailsOf(details), evidence: [] };
    }
    case "test_integrity":
      return integrityResult(id, subject);
    case "debug_markers":
      return foundResult(id, await checkMarkers(subject), "nothing is left of any debugging");
    default:
      throw new Error(`bug: ${id} is decided by a ${decidedBy(check)}, not by the driver`);
  }
}

function resultOf(id: string, { ok, details }: { readonly ok: boolean; readonly details: string }): RuleResult {
  return { id, verdict: ok ? "pass" : "fail", details, evidence: [] };
}

/** The details name the checks that were switched off also where the plan allows that many. */
async function integrityResult(id: string, subject: CheckSubject): Promise<RuleResult> {
  const changes = await changedTextsOf(subject);
  const { isFinding, summary } = checkSuppressions(subject.plan.limits.suppressions, changes);
  return foundResult(
    id,
    [...(await checkIntegrity(subject, changes)), ...(isFinding ? [summary] : [])],
    `the tests are intact${summary === "" ? "" : `; ${summary.slice(0, 500)}`}`,
  );
}

/** Gives a pass where there is no finding. */
function foundResult(id: string, findings: readonly string[], well: string): RuleResult {
  const ok = findings.length === 0;
  return resultOf(id, { ok, details: ok ? well : detailsOf(findings.join("\n")) });
}
