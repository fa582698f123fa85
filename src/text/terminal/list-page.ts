/** Lists all runs of a repository for a terminal. */
import { artifactOf } from "#core/run/artifact.ts";
import type { Run } from "#core/run/run.ts";
import { score } from "#text/format/format.ts";
import { columns } from "./layout.ts";

/** A run by its alias; null when its history cannot be read. `updated`: the time of its last event, in words. */
export interface ListedRun {
  readonly alias: string;
  readonly run: Run | null;
  readonly updated: string;
}

/** A row for each run; how to begin one where there is none. */
export function listPage(runs: readonly ListedRun[]): string {
  if (runs.length === 0) return "There is no run here. Begin one: loopwright new <issue.md or text>";
  return columns(
    ["alias", "status", "iteration", "last score", "updated at"],
    runs.map(({ alias, run, updated }) => [alias, ...rowOf(run), updated]),
  );
}

/** The same as data; null for what a run does not have yet, and for all of one that cannot be read. Pure. */
export function listedData(runs: readonly ListedRun[]): readonly Readonly<Record<string, unknown>>[] {
  return runs.map(({ alias, run, updated }) => ({
    alias,
    stage: run?.stage ?? null,
    iteration: run?.progress.iteration ?? null,
    last_evaluated_score: run === null ? null : artifactOf(run).lastEvaluatedScore,
    updated_at: updated === "" ? null : updated,
  }));
}

function rowOf(run: Run | null): readonly [string, string, string] {
  if (run === null) return ["unreadable", "-", "-"];
  const last = artifactOf(run).lastEvaluatedScore;
  return [run.stage, `${run.progress.iteration}`, last === null ? "-" : score(last)];
}
