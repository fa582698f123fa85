/** Writes the parts that several texts share: the headline of a run, its score table, the final summary. */
import { resultJsonOf } from "#core/outcome/result-json.ts";
import { artifactOf } from "#core/run/artifact.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import { isDraftPullRequest, pullRequestOf } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { cost, duration, score, scoreOf } from "#text/format/format.ts";
import { table } from "#text/format/table.ts";
import { REASON_WORDS, STAGE_WORDS } from "#text/phrases/words.ts";

/** Iteration, score, cost and time in one line. */
export function figures(run: Run): string {
  const { iteration, maxIterations, spend, ms } = resultJsonOf(run);
  return [`iteration ${iteration} of ${maxIterations}`, scoreWords(run), cost(spend), duration(ms)].join(" · ");
}

/** The score of the work as it is; for work that changed since, the last score, marked as such. */
function scoreWords(run: Run): string {
  const standing = evaluationToShow(run);
  if (standing === null) return "not scored yet";
  const of = standing.level === "A" ? " of what must hold" : "";
  const found = `score ${scoreOf(standing)}${of}`;
  return artifactOf(run).status === "evaluated" ? found : `changed since its last ${found}`;
}

/** The pull request of a run, and that it is a draft; null where there is none. */
export function pullName(run: Run): string | null {
  const pull = pullRequestOf(run);
  return pull === null ? null : `${isDraftPullRequest(run) ? "Draft pull" : "Pull"} request #${pull}`;
}

/** True for a run whose pull request says how the work was proven: its other comments do not say it again. */
export function isShownByPull(run: Run): boolean {
  return run.stage === "completed" && pullRequestOf(run) !== null;
}

/** The stage, the reason and the figures: the first line, which a notification shows. */
export function headline(run: Run): string {
  const { stage, stopReason } = resultJsonOf(run);
  return (
    `**${STAGE_WORDS[stage]}**${stopReason === null ? "" : `, because ${REASON_WORDS[stopReason]}`} · ` +
    `${figures(run)}`
  );
}

/** The fields of the final summary, the same on GitHub and on the command line. */
export function summaryFields(run: Run): readonly (readonly [string, string])[] {
  const {
    iteration,
    maxIterations,
    level,
    artifact,
    score: reached,
    lastEvaluatedScore: last,
    stopReason,
  } = resultJsonOf(run);
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

/** The final summary as a table. */
export function finalSummary(run: Run): string {
  return table(["field", "value"], summaryFields(run));
}
