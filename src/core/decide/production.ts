/**
 * Decides what PRODUCE and PREPARE still have to do in an iteration: atoms until none is executable, then the
 * evaluation.
 */
import type { Run } from "#core/run/run.ts";
import { limitsOf, sideBySideOf } from "#core/run/run-facts.ts";
import { dueWorkIn } from "#core/tasks/schedule.ts";
import type { EngineCommand } from "./engine-command.ts";
import { deadEndOf } from "./graph-end.ts";

/**
 * The next command within the step. PREPARE runs beside the first `produce`, so the engine runs it alone only after a
 * failure. Where the graph has come to a dead end, the engine first scores what was done, so that it is not lost.
 */
export function productionCommandOf(run: Run): EngineCommand {
  const { graph, progress } = run;
  if (deadEndOf(run) !== null) return evaluationCommandOf(run);
  const work = dueWorkIn(graph, progress.iteration, limitsOf(run), sideBySideOf(run));
  if (work !== null) return work;
  if (!progress.produced) return { kind: "produce", atom: null };
  return progress.prepared ? evaluationCommandOf(run) : { kind: "prepare" };
}

/** Scores the current tree at the level of the iteration: the artifact, or the base where none was made. */
export function evaluationCommandOf({ base, progress: { tree, level } }: Run): EngineCommand {
  return { kind: "evaluate", tree: tree ?? base.tree, level };
}
