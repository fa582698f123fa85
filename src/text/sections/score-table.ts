/** Writes the table of a run's evaluations, and the distance of the best one from passing. */
import type { ScoreRow } from "#core/run/loop-state.ts";
import { type DistanceToPass, distanceOf, evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { lastIterationOf } from "#core/run/run-facts.ts";
import { count, listIds, score, shortSha } from "#text/format/format.ts";
import { clip } from "#text/format/shorten.ts";
import { list, table } from "#text/format/table.ts";
import { code } from "#text/sanitize/quote.ts";

/** The most paths that a row of the table shows. */
const PATHS = 5;

function paths(changed: readonly string[]): string {
  const shown = changed.slice(0, PATHS).map((path) => code(clip(path, 80)));
  const rest = changed.length - shown.length;
  return changed.length === 0 ? "none" : `${shown.join(", ")}${rest > 0 ? ` and ${count(rest)} more` : ""}`;
}

function ids(found: readonly string[]): string {
  return listIds(found.map(code));
}

/** A row for each evaluation. */
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

/** How far the best result is from passing. */
export function distanceLines({
  threshold,
  score: reached,
  gap,
  blocking,
  passedRules,
  totalRules,
}: DistanceToPass): string {
  return list([
    `Threshold ${score(threshold)}, score ${score(reached)}, gap ${score(gap)}`,
    `Failed fail rules: ${blocking.length}${blocking.length === 0 ? "" : ` (${ids(blocking)})`}`,
    `Passed rules: ${passedRules} of ${totalRules}`,
  ]);
}

/** The distance of the best evaluation; null when it passed, or when there is none. */
export function distanceNow(run: Run): DistanceToPass | null {
  const standing = evaluationToShow(run);
  return standing === null || run.plan === null ? null : distanceOf(standing, run.plan.thresholds);
}
