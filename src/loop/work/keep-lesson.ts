/** Keeps the lesson of a run that is over, for later runs. */
import { isEmptyLesson, lessonOf } from "#core/outcome/lesson.ts";
import { isOver } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { Failure } from "#ports/failure.ts";
import type { Log } from "#ports/log.ts";
import type { Memories } from "#ports/memory.ts";
import type { Workspace } from "#ports/workspace.ts";

/** The ports that it takes to keep a lesson. */
export interface LessonPorts {
  readonly memories: Memories;
  readonly workspace: Pick<Workspace, "blobs">;
  readonly log: Log;
}

/**
 * Idempotent. Does nothing while the run goes on, where its lesson is empty, and where the configuration says `memory:
 * false`. A lesson that cannot be kept is a warning: the run has ended all the same.
 */
export async function keepLesson(run: Run, { memories, workspace, log }: LessonPorts): Promise<void> {
  const lesson = lessonOf(run);
  if (!run.config.memory || !isOver(run.stage) || isEmptyLesson(lesson)) return;
  try {
    await memories.keep(lesson, () => workspace.blobs(run.base.tree));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn(`What the run ${run.runId} leaves to later ones was not kept: ${error.message}`);
  }
}
