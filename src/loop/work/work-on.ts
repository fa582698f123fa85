/**
 * Lets a role work on the tree of the run: opens a working copy, audits the tool calls, and reads the result back.
 * PRODUCE and REFINE use it for two goals.
 */
import type { Work } from "#agent/work.ts";
import { allowedGlobs } from "#core/iteration/scope.ts";
import type { ObservedWork } from "#core/iteration/worker-report.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import type { RecordingStepContext } from "#loop/context/step-context.ts";
import type { RoleGoal } from "./ask-role.ts";
import { ensureSetup } from "./ensure-setup.ts";
import { surroundingsOf } from "./surroundings.ts";
import { callLinesOf, type ToolCallAudit } from "./tool-call-audit.ts";

/** The result that the worker reports, and what the driver observed. */
export interface WorkDone<W extends Work> {
  readonly work: W;
  readonly seen: ObservedWork;
  /** An audit stopped the work. */
  readonly halted: boolean;
}

/**
 * Lets `deed` change a working copy of the run's tree under an audit of its own, and reads it back. Throws as the
 * deed, the workspace and the auditor do.
 */
export async function workOn<W extends Work>(
  run: Run,
  context: RecordingStepContext,
  audit: ToolCallAudit,
  deed: (at: Pick<RoleGoal, "toolAccess" | "beforeTool" | "surroundings">) => Promise<W>,
): Promise<WorkDone<W>> {
  const plan = planOf(run);
  await ensureSetup(run, context);
  const surroundings = await surroundingsOf(run, context.workspace);
  const workingCopy = await context.workspace.open(run.progress.tree ?? run.base.tree, { git: true });
  try {
    const work = await deed({ toolAccess: workingCopy.toolAccess, beforeTool: audit.beforeTool, surroundings });
    const { tree, changes, refused } = await context.workspace.snapshot(workingCopy, {
      protected: plan.protected,
      allowed: allowedGlobs(plan),
    });
    const seen: ObservedWork = {
      tree,
      changed: changes.map(({ path }) => path).slice(0, 500),
      refused: refused.slice(0, 100),
      toolCalls: audit.calls(),
      lastCalls: [...callLinesOf(work.calls.slice(-10))],
    };
    return { work, seen, halted: work.end === "halted" };
  } finally {
    await workingCopy.close();
  }
}
