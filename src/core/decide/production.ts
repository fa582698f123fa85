/**
 * What PRODUCE and PREPARE still have to do in an iteration: waves of atoms until none is executable, then the
 * evaluation (behaviours 6.4).
 */
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { dueWorkIn } from "#core/tasks/schedule.ts";
import type { EngineCommand } from "./engine-command.ts";
import { deadEndOf } from "./graph-end.ts";

/**
 * The next command within the step. PREPARE runs beside the first `produce` (S1.20), so it is asked for alone only
 * after a failure. Where the graph has come to a dead end, what was done is scored first, so that it is not lost.
 */
export function productionCommandOf(run: Run): EngineCommand {
  const { graph, progress } = run;
  if (deadEndOf(run) !== null) return evaluationCommandOf(run);
  const work = dueWorkIn(graph, progress.iteration, limitsOf(run));
  if (work !== null) return work;
  if (!progress.produced) return { kind: "produce", atom: null };
  return progress.prepared ? evaluationCommandOf(run) : { kind: "prepare" };
}

/** What there is now is scored: the artifact, or the base where none was made, at the level of the iteration. */
export function evaluationCommandOf({ base, progress: { tree, level } }: Run): EngineCommand {
  return { kind: "evaluate", tree: tree ?? base.tree, level };
}
