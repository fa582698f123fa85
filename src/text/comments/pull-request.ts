/** The pull request: what changed and why, what proves it, what was not checked (architecture 8). */
import { isGitAttributes } from "#core/analysis/changes/path-class.ts";
import { type Correction, correctionText } from "#core/events/data/correction.ts";
import { changesOutsideScope, sensitiveChanges } from "#core/iteration/scope.ts";
import { decidedBy } from "#core/rules/check.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import { planOf, type Run } from "#core/run/run.ts";
import { counted } from "#text/format/format.ts";
import { clip, shortenToLimit } from "#text/format/shorten.ts";
import { fold, list, page, section } from "#text/format/table.ts";
import { mergedWords } from "#text/phrases/base-words.ts";
import { issueMark } from "#text/phrases/issue-mark.ts";
import { REASON_WORDS } from "#text/phrases/words.ts";
import { code, inline, plainLine } from "#text/sanitize/quote.ts";
import { checklist } from "#text/sections/checklist.ts";
import { formatErrorLines } from "#text/sections/error-lines.ts";
import { failedRuleLines } from "#text/sections/rule-failures.ts";
import { ruleTable } from "#text/sections/rule-table.ts";
import { strengthSection } from "#text/sections/strength.ts";
import { distanceLines, distanceNow, figures, scoreTable } from "#text/sections/summary.ts";

/** The title: the plan's intent in at most 100 characters. Throws on a bug: no plan. */
export function pullRequestTitle(run: Run): string {
  return clip(plainLine(planOf(run).objective.intent), 100);
}

/** What a reviewer must not take for proven. */
function unchecked(run: Run): string {
  const { rules, expectedTestChanges, scope } = planOf(run);
  const results = evaluationToShow(run)?.results ?? [];
  const without = rules.filter(({ id }) => (results.find((result) => result.id === id)?.verdict ?? "na") === "na");
  const judged = rules.filter(({ check }) => decidedBy(check) === "model");
  return list([
    ...(without.length === 0 ? [] : [`Without a verdict: ${without.map(({ id }) => code(id)).join(", ")}`]),
    ...(judged.length === 0 ? [] : [`Judged by a model, not by a command: ${judged.map(({ id }) => code(id)).join(", ")}`]),
    ...(expectedTestChanges.length === 0 ? [] : [`Tests that the plan expected to change: ${expectedTestChanges.map(code).join(", ")}`]),
    ...(run.baseScore?.tests?.names === null
      ? ["The base's tests could not be told apart by name: only their exit code was compared"]
      : []),
    ...(run.config.sandbox === "none" ? ["The work was done without a sandbox"] : []),
    ...(scope.out.length === 0 ? [] : [`Left alone by the plan: ${scope.out.map(inline).join("; ")}`]),
  ]);
}

/** Changed, and not in the plan's scope: the plan may have been too narrow, or the work too wide (S0.22). */
function beyond(run: Run): readonly string[] {
  const paths = changesOutsideScope(run);
  return paths.length === 0 ? [] : [`Changed outside of the scope: ${paths.map(code).join(", ")}`];
}

/** Files that run by themselves, or steer what runs: nobody should take them in unseen (OUT-20). */
function steering(run: Run): readonly string[] {
  const paths = sensitiveChanges(run);
  const hiding = paths.filter(isGitAttributes).map(code);
  return [
    ...(paths.length === 0 ? [] : [`Changed, and to be looked at with care: ${paths.map(code).join(", ")}`]),
    ...(hiding.length === 0
      ? []
      : [`Says which changes GitHub does not show: ${hiding.join(", ")}. Open each folded file, or read ${code("git diff --text")}`]),
  ];
}

/** What QA and the driver saw beside the rules. */
function remarks(run: Run): readonly string[] {
  const issues = (run.qa?.last?.issues ?? []).map(({ severity, problem }) => `QA, ${severity}: ${inline(problem)}`);
  return [...beyond(run), ...steering(run), ...issues, ...formatErrorLines(run.progress)];
}

function warnings(run: Run): string {
  const results = evaluationToShow(run)?.results ?? [];
  const red = results
    .filter(({ verdict }) => verdict === "warn")
    .map(({ id, details }) => `${code(id)}${details === "" ? "" : `: ${inline(clip(details, 200))}`}`);
  return list([...red, ...remarks(run)]);
}

function heardAs({ kind, onPull }: Correction): string {
  if (kind === "answers") return "Questions answered";
  return onPull === undefined ? "Redirected" : "Sent back";
}

function approval(run: Run): string {
  const { approval: given, audits, qa, base } = run;
  return list([
    given === null ? "Plan: not approved by anybody" : `Plan approved by ${inline(given.by)}, digest ${code(given.digest)}`,
    ...run.corrections.map((one) => `${heardAs(one)} by ${inline(one.by)}: ${inline(clip(correctionText(one), 300))}`),
    `QA: ${qa?.last == null ? "not reached" : `**${qa.last.verdict}** at ${code(qa.head)}`}`,
    `${counted(audits.calls, "tool call")}, last audit ${audits.last?.verdict ?? "none"}`,
    `Base: ${code(base.branch)} at ${code(base.commit)}`,
    ...mergedWords(run),
  ]);
}

/** The body of a draft that shows unfinished work: how far it came and what is red. It closes no issue. Throws on a bug: no plan, or no end. */
export function draftBody(run: Run): string {
  const { objective } = planOf(run);
  const { ending, issue } = run;
  if (ending === null) throw new Error("bug: a draft shows a run that ended");
  const distance = distanceNow(run);
  const write = (detailed: boolean): string =>
    page([
      `**Not finished**, because ${REASON_WORDS[ending]} · ${figures(run)}`,
      inline(objective.intent),
      "No verifier accepted this work. It is a draft so that somebody can look at it, and finish it or throw it away.",
      section("Distance to success", distance === null ? "" : distanceLines(distance)),
      section("Evidence", ruleTable(run)),
      detailed ? section("Not passed", failedRuleLines(evaluationToShow(run)?.results ?? [])) : "",
      section("Not checked", unchecked(run)),
      section("Remarks", list(remarks(run))),
      section("How it came about", approval(run)),
      detailed ? fold("Scores", scoreTable(run)) : "",
      `For #${issue.number}, which stays open when this is merged. \`/loop resume\` on the issue goes on with this branch, and makes the draft ready for review once it is verified. The branch is yours to change: once you push to it, Loopwright does not.`,
    ]);
  return shortenToLimit([() => write(true), () => write(false)], { footer: issueMark(issue.number) });
}

/** The body. Only the run's own issue is closed (OUT-07). Throws on a bug: no plan. */
export function pullRequestBody(run: Run): string {
  const { objective } = planOf(run);
  const { number } = run.issue;
  const write = (detailed: boolean): string =>
    page([
      `${run.passedBy === "no_major_issues" ? "**Passed with warnings**" : "**Passed**"} · ${figures(run)}`,
      inline(objective.intent),
      section("What changed", list(objective.deliverables.map(inline))),
      section("Evidence", ruleTable(run)),
      section("Acceptance", checklist(run.checklist)),
      section("Strength of the checks", strengthSection(run.strength)),
      section("Not checked", unchecked(run)),
      section("Warnings", warnings(run)),
      section("How it came about", approval(run)),
      detailed ? fold("Scores", scoreTable(run)) : "",
      `Review it like any other pull request; Loopwright does not merge.${number === null ? "" : " A review that requests changes, or a comment `/loop redirect <text>`, has it go on with this branch."} The branch is yours to change: once you push to it, Loopwright does not.`,
      number === null ? "" : "It was opened with the workflow's own token: workflows on it may wait for a maintainer's click.",
    ]);
  return shortenToLimit(
    [() => write(true), () => write(false)],
    number === null ? {} : { footer: `\nCloses #${number}\n${issueMark(number)}` },
  );
}
