/** The lines that several texts share: the headline of a run, its score table, the final summary. */
import { resultJsonOf } from "#core/outcome/result-json.ts";
import { artifactOf } from "#core/run/artifact.ts";
import type { ScoreRow } from "#core/run/loop-state.ts";
import { type DistanceToPass, distanceOf, evaluationToShow } from "#core/run/progress.ts";
import { isDraftPullRequest, pullRequestOf } from "#core/run/pull-request-state.ts";
import { lastIterationOf, type Run } from "#core/run/run.ts";
import { cost, count, duration, listIds, score, scoreOf, shortSha } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { list, table } from "#text/format/table.ts";
import { REASON_WORDS, STAGE_WORDS } from "#text/phrases/words.ts";
import { code } from "#text/sanitize/quote.ts";

/** The paths that a row of the table shows. */
const PATHS = 5;

/** Iteration, score, cost and time in one line. */
export function figures(run: Run): string {
  const { iteration, maxIterations, spend, ms } = resultJsonOf(run);
  return [`iteration ${iteration} of ${maxIterations}`, scoreWords(run), cost(spend), duration(ms)].join(" · ");
}

/** The score of the work as it is now; of changed work the last score that was found, said as such (S1.52). */
function scoreWords(run: Run): string {
  const standing = evaluationToShow(run);
  if (standing === null) return "not scored yet";
  const found = `score ${scoreOf(standing)} at level ${standing.level}`;
  return artifactOf(run).status === "evaluated" ? found : `changed since its last ${found}`;
}

/** The pull request of a run, and that it is a draft; null where there is none. */
export function pullName(run: Run): string | null {
  const pull = pullRequestOf(run);
  return pull === null ? null : `${isDraftPullRequest(run) ? "Draft pull" : "Pull"} request #${pull}`;
}

/** The state, why, and the figures: what a notification shows. */
export function headline(run: Run): string {
  const { stage, stopReason } = resultJsonOf(run);
  return `**${STAGE_WORDS[stage]}**${stopReason === null ? "" : `, because ${REASON_WORDS[stopReason]}`} · ${figures(run)}`;
}

function paths(changed: readonly string[]): string {
  const shown = changed.slice(0, PATHS).map((path) => code(clip(path, 80)));
  const rest = changed.length - shown.length;
  return changed.length === 0 ? "none" : `${shown.join(", ")}${rest > 0 ? ` and ${count(rest)} more` : ""}`;
}

function ids(found: readonly string[]): string {
  return listIds(found.map(code));
}

/** A row for each evaluation: N/max, level, score, result, tree, changed, failed, warnings, kept (S1.53, C1.21). */
export function scoreTable(run: Run): string {
  const iterations = lastIterationOf(run);
  const row = (of: ScoreRow): readonly string[] => [
    `${of.iteration}/${iterations}`,
    of.level,
    score(of.score),
    of.passed ? "PASS" : "FAIL",
    code(shortSha(of.tree)),
    paths(of.changed),
    ids(of.failed),
    ids(of.warnings),
    of.kept ? "yes" : "no",
  ];
  const head = ["iteration", "level", "score", "result", "tree", "changed", "failed", "warnings", "kept"];
  return table(head, run.progress.rows.map(row));
}

/** How far the best result is from passing (S1.55). */
export function distanceLines({ threshold, score: reached, gap, blocking, passedRules, totalRules }: DistanceToPass): string {
  return list([
    `Threshold ${score(threshold)}, score ${score(reached)}, gap ${score(gap)}`,
    `Failed fail rules: ${blocking.length}${blocking.length === 0 ? "" : ` (${ids(blocking)})`}`,
    `Passed rules: ${passedRules} of ${totalRules}`,
  ]);
}

/** The fields of the final summary by their names in S1.55, with what S1.52 adds: the same on GitHub and on the command line. */
export function summaryFields(run: Run): readonly (readonly [string, string])[] {
  const { iteration, maxIterations, level, artifact, score: reached, lastEvaluatedScore: last, stopReason } = resultJsonOf(run);
  return [
    ["iteration", `${iteration}`],
    ["max_iterations", `${maxIterations}`],
    ["level", level ?? "none"],
    ["final_score", reached === null ? "none" : score(reached)],
    ...(artifact === "stale" && last !== null ? [["last_evaluated_score", score(last)] as const] : []),
    ["artifact_status", artifact],
    ["stop_reason", stopReason ?? "none"],
  ];
}

/** The final summary contract of S1.55, as a table. */
export function finalSummary(run: Run): string {
  return table(["field", "value"], summaryFields(run));
}

/** The distance of the best evaluation; null when it passed, or when there is none. */
export function distanceNow(run: Run): DistanceToPass | null {
  const standing = evaluationToShow(run);
  return standing === null || run.plan === null ? null : distanceOf(standing, run.plan.thresholds);
}
