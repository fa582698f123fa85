/** Writes what a pull request tells its reviewers beside the score: what nothing proved, remarks, and who approved. */
import { isGitAttributes } from "#core/analysis/changes/path-class.ts";
import { isUnmeasured } from "#core/analysis/test-results/bite-verdict.ts";
import { type Correction, correctionText } from "#core/events/data/correction.ts";
import { changesOutsideScope, sensitiveChanges } from "#core/iteration/scope.ts";
import { decidedBy } from "#core/rules/check.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import { counted } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { list } from "#text/format/table.ts";
import { mergedWords } from "#text/phrases/base-words.ts";
import { droppedCheckWords, exceptionWords } from "#text/phrases/check-words.ts";
import { unmeasuredLines } from "#text/phrases/review-words.ts";
import { code, inline } from "#text/sanitize/quote.ts";
import { formatErrorLines } from "./error-lines.ts";

/** What the rule on tests that still find faults showed; null where the plan has none, or it was not tried. */
export function biteDetails(run: Run): string | null {
  const rule = workPlanOf(run).rules.find(({ check }) => check.kind === "tests_bite");
  const result = evaluationToShow(run)?.results.find(({ id }) => id === rule?.id);
  return result?.verdict === "pass" ? result.details : null;
}

/** What no command proved, a line each; none where a command decided every rule. */
export function notChecked(run: Run): readonly string[] {
  const { rules, expectedTestChanges, scope } = workPlanOf(run);
  const results = evaluationToShow(run)?.results ?? [];
  const without = rules.filter(({ id }) => (results.find((result) => result.id === id)?.verdict ?? "na") === "na");
  const judged = rules.filter(({ check }) => decidedBy(check) === "model");
  return [
    ...(without.length === 0 ? [] : [`Without a verdict: ${without.map(({ id }) => code(id)).join(", ")}`]),
    ...(judged.length === 0
      ? []
      : [`Judged by a model, not by a command: ${judged.map(({ id }) => code(id)).join(", ")}`]),
    ...droppedCheckWords(run).map((words) => inline(clip(words, 800))),
    ...unmeasuredLines(run.measurements.flatMap(({ unmeasured }) => unmeasured)),
    ...(expectedTestChanges.length === 0
      ? []
      : [`By the plan ${expectedTestChanges.map((one) => exceptionWords(one, code)).join("; ")}`]),
    ...unmeasuredBite(run),
    ...(run.baseScore?.tests?.names === null
      ? ["The base's tests could not be told apart by name: only their exit code was compared"]
      : []),
    ...(run.config.sandbox === "none" ? ["The work was done without a sandbox"] : []),
    ...(scope.out.length === 0 ? [] : [`Left alone by the plan: ${scope.out.map(inline).join("; ")}`]),
  ];
}

function unmeasuredBite(run: Run): readonly string[] {
  const details = biteDetails(run);
  return details !== null && isUnmeasured(details)
    ? [`Whether the tests still find faults: ${inline(clip(details, 300))}`]
    : [];
}

/** Files changed outside the plan's scope: the plan may have been too narrow, or the work too wide. */
function outsideScope(run: Run): readonly string[] {
  const paths = changesOutsideScope(run);
  return paths.length === 0 ? [] : [`Changed outside of the scope: ${paths.map(code).join(", ")}`];
}

/** Files that run by themselves or control what runs, such as workflows: a reviewer has to look at them. */
function sensitiveFiles(run: Run): readonly string[] {
  const paths = sensitiveChanges(run);
  const hiding = paths.filter(isGitAttributes).map(code);
  return [
    ...(paths.length === 0 ? [] : [`Changed, and to be looked at with care: ${paths.map(code).join(", ")}`]),
    ...(hiding.length === 0
      ? []
      : [
          `Says which changes GitHub does not show: ${hiding.join(", ")}. Open each folded file, or read ` +
            `${code("git diff --text")}`,
        ]),
  ];
}

/** The items that QA and the driver report beside the rules. */
export function remarks(run: Run): readonly string[] {
  const issues = (run.qa?.last?.issues ?? []).map(({ severity, problem }) => `QA, ${severity}: ${inline(problem)}`);
  return [...outsideScope(run), ...sensitiveFiles(run), ...issues, ...formatErrorLines(run.progress)];
}

/** The `warn` rules that are red, and the remarks, a line each. */
export function warnings(run: Run): readonly string[] {
  const results = evaluationToShow(run)?.results ?? [];
  const red = results
    .filter(({ verdict }) => verdict === "warn")
    .map(({ id, details }) => `${code(id)}${details === "" ? "" : `: ${inline(clip(details, 200))}`}`);
  return [...red, ...remarks(run)];
}

/** What proves the work, in a line each: how many points hold, what planted faults showed, and QA's verdict. */
export function provenLines(run: Run): readonly string[] {
  const { qa, strength } = run;
  const results = evaluationToShow(run)?.results ?? [];
  const holds = results.filter(({ verdict }) => verdict === "pass").length;
  return [
    `${holds} of ${counted(workPlanOf(run).rules.length, "point")} hold`,
    ...(strength === null
      ? []
      : [`The checks found ${strength.found} of ${counted(strength.planted, "planted fault")}`]),
    `QA on a fresh checkout: ${qa?.last == null ? "not reached" : `**${qa.last.verdict}**`}`,
  ];
}

function correctionTitle({ kind, onPull }: Correction): string {
  if (kind === "answers") return "Questions answered";
  return onPull === undefined ? "Redirected" : "Sent back";
}

/** The approver and the corrections of the plan, and the results of audit, QA and base. */
export function approvalLines(run: Run): string {
  const { approval: given, audits, qa, base } = run;
  return list([
    given === null
      ? "Plan: not approved by anybody"
      : `Plan approved by ${inline(given.by)}, digest ${code(given.digest)}`,
    ...run.corrections.map(
      (one) => `${correctionTitle(one)} by ${inline(one.by)}: ${inline(clip(correctionText(one), 300))}`,
    ),
    `QA: ${qa?.last == null ? "not reached" : `**${qa.last.verdict}** at ${code(qa.head)}`}`,
    `${counted(audits.calls, "tool call")}, last audit ${audits.last?.verdict ?? "none"}`,
    `Base: ${code(base.branch)} at ${code(base.commit)}`,
    ...mergedWords(run),
  ]);
}
