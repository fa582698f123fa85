/** Writes the parts that terminal pages of a run share: its state in one line, the rules that did not pass, errors. */
import { isUndecidable } from "#core/analysis/test-results/test-run.ts";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { distanceOf, evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { score, shortSha } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { failedAtoms } from "#text/phrases/atom-words.ts";
import { droppedCheckWords } from "#text/phrases/check-words.ts";
import { rehearsalFindings } from "#text/phrases/rehearsal-words.ts";
import { REASON_WORDS, STAGE_WORDS } from "#text/phrases/words.ts";
import { fields, items, part } from "./layout.ts";

/** The stage and the reason. */
export function stateLine(run: Run): string {
  const { stage, stopReason } = resultJsonOf(run);
  return `${STAGE_WORDS[stage]}${stopReason === null ? "" : `, because ${REASON_WORDS[stopReason]}`}`;
}

/** The branch and its head; null while it has no commit. */
export function branchLine(run: Run): string | null {
  const { branch, head } = resultJsonOf(run);
  return head === null ? null : `${branch} at ${shortSha(head)}`;
}

/** The last line of an output that is not blank: tools print the error there. */
function lastLine(details: string): string {
  return details.split("\n").findLast((line) => line.trim() !== "") ?? "";
}

function failure({ id, verdict, details, evidence: [quote] }: RuleResult): string {
  const place = quote === undefined ? "" : ` (${quote.path}:${quote.line})`;
  return `${id} (${verdict})${place}: ${clip(lastLine(details), 200)}`;
}

/** The rules that did not pass on the best tree, `fail` rules first. */
export function notPassed(run: Run): string {
  const results = evaluationToShow(run)?.results ?? [];
  const of = (verdict: "fail" | "warn"): readonly RuleResult[] =>
    results.filter((result) => result.verdict === verdict);
  return part(
    "Not passed",
    items([...[...of("fail"), ...of("warn")].map(failure), ...droppedCheckWords(run).map((words) => clip(words, 800))]),
  );
}

/** Everything that keeps the run from passing: failures, and objections of reviewers or people. */
export function errorState(run: Run): string {
  return part("What happened", items([...breakages(run), ...objections(run)]));
}

/** Steps, setup, tests and atoms that failed. */
function breakages(run: Run): readonly string[] {
  const { errorState, setup, budgetRefused, baseScore, unreadable, graph } = run;
  const tests = baseScore?.tests ?? null;
  return [
    errorState === null ? null : `${errorState.step} failed: ${clip(errorState.message, 600)}`,
    setup?.ok === false ? `setup failed: ${clip(setup.details, 600)}` : null,
    ...rehearsalFindings(run).map((text) => clip(text, 600)),
    isUndecidable(tests)
      ? `the tests fail on the base and name no test, so nothing can be compared: ${clip(tests?.details ?? "", 600)}`
      : null,
    ...failedAtoms(graph).map((text) => clip(text, 600)),
    budgetRefused === null ? null : `not spent: ${budgetRefused}`,
    unreadable === null ? null : `history: ${unreadable}`,
  ].filter((text) => text !== null);
}

/** Objections of the audit, of QA, of the plan-critic, and a person's stop. */
function objections({ audits: { last: audit }, qa, stopRequest, review, stage }: Run): readonly string[] {
  return [
    audit === null || audit.verdict === "OK" ? null : `audit ${audit.verdict}: ${audit.issue} ${audit.correction}`,
    ...(qa?.last?.issues ?? []).map(({ severity, problem, fix }) => `QA, ${severity}: ${problem} ${fix}`),
    ...(stage === "halted" ? (review?.findings ?? []) : []).map(
      ({ problem, suggestion }) => `plan-critic: ${problem} ${suggestion}`,
    ),
    stopRequest === null
      ? null
      : `stopped by ${stopRequest.by}${stopRequest.note === "" ? "" : `: ${stopRequest.note}`}`,
  ].filter((text) => text !== null);
}

/** How far the best result is from passing; empty when it passed or there is none. */
export function distanceText(run: Run): string {
  const standing = evaluationToShow(run);
  const far = standing === null || run.plan === null ? null : distanceOf(standing, run.plan.thresholds);
  if (far === null) return "";
  return part(
    "Distance to success",
    fields([
      ["score", `${score(far.score)} of ${score(far.threshold)}, gap ${score(far.gap)}`],
      [
        "failed fail rules",
        `${far.blocking.length}${far.blocking.length === 0 ? "" : ` (${far.blocking.join(", ")})`}`,
      ],
      ["passed rules", `${far.passedRules} of ${far.totalRules}`],
    ]),
  );
}

/** The open questions of the run; empty when it asks none. */
export function questionsText({ stage, questions: asked }: Run): string {
  if (stage !== "needs_info") return "";
  return part(
    "Questions",
    items(
      asked.map(
        ({ question, default: answer }) => `${question} (${answer === null ? "no default" : `default: ${answer}`})`,
      ),
    ),
  );
}
