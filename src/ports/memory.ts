/**
 * Memories that earlier runs of a repository left: read when a plan is made, added to when a run is over, and forgotten
 * when a person says so.
 */
import type { Lesson } from "#core/outcome/lesson.ts";
import type { Memory, TreeBlobs } from "#core/plan/memory.ts";

/**
 * The question for memories that fit a new plan. `text`: the issue; `now`: milliseconds since the epoch; `blobs`: the
 * files of the base.
 */
export interface MemoryQuery {
  readonly text: string;
  readonly now: number;
  readonly blobs: TreeBlobs;
}

/**
 * One suite of tests holds for every implementation. All methods throw `Failure("journal")` where the store cannot be
 * reached, and where it holds a line that cannot be read: no method writes over what a person may want back.
 */
export interface Memories {
  /** All of them, in the order in which they were first kept. */
  list(): Promise<readonly Memory[]>;
  /** Those that fit the question, the best first: at most five that still count and still hold. */
  recall(question: MemoryQuery): Promise<readonly Memory[]>;
  /**
   * Keeps the lesson of a run that is over. Idempotent. `blobs`: the files of that run's base, asked for only where one
   * is cited.
   */
  keep(lesson: Lesson, blobs: () => Promise<TreeBlobs>): Promise<void>;
  /** Removes a memory; false when there is no such one. */
  forget(id: string): Promise<boolean>;
}
