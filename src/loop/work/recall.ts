/**
 * Recalls the memories of earlier runs that fit the issue of this one: the hydrator and the approver of the plan see
 * them.
 */

import { issueText } from "#core/plan/issue.ts";
import { type RecalledMemory, recalledMemoryOf } from "#core/plan/memory.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { Failure } from "#ports/failure.ts";

/**
 * Gives at most five; none where the configuration says `memory: false`. A plan that is made anew keeps those of the
 * first one. Memories that cannot be read are a warning: the plan is made without them.
 */
export async function recall(
  run: Run,
  { memories, workspace, clock, log }: StepContext,
): Promise<readonly RecalledMemory[]> {
  if (!run.config.memory) return [];
  if (run.plan !== null) return run.plan.memories;
  try {
    const blobs = await workspace.blobs(run.base.tree);
    const found = await memories.recall({ text: issueText(run.issue), now: clock.now(), blobs });
    return found.map(recalledMemoryOf);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn(`What earlier runs left cannot be read, so the plan is made without it: ${error.message}`);
    return [];
  }
}
