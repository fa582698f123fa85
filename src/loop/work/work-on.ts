/** A role at work on the tree of the run: opened, changed under audit, read back. PRODUCE and REFINE are the same deed for two goals. */
import type { Work } from "#agent/work.ts";
import { allowedGlobs } from "#core/iteration/scope.ts";
import type { ObservedWork } from "#core/iteration/worker-report.ts";
import { planOf, type Run } from "#core/run/run.ts";
import type { RecordingStepContext } from "#loop/context/step-context.ts";
import type { Goal } from "./ask-role.ts";
import { auditGate, toldCalls } from "./audit-gate.ts";
import { conventionsIn } from "./conventions.ts";
import { ready } from "./ready.ts";

/** What the worker said, and what the driver saw. */
export interface WorkDone<W extends Work> {
  readonly work: W;
  readonly seen: ObservedWork;
  /** An audit stopped the work. */
  readonly halted: boolean;
}

/** Lets `deed` change a site of the run's tree, and reads it back. Throws as the deed, the workspace and the auditor do. */
export async function workOn<W extends Work>(
  run: Run,
  kit: RecordingStepContext,
  deed: (at: Pick<Goal, "hands" | "beforeTool" | "conventions">) => Promise<W>,
): Promise<WorkDone<W>> {
  const plan = planOf(run);
  await ready(run, kit);
  const gate = await auditGate(run, kit);
  const conventions = await conventionsIn(kit.workspace, run.base.tree, run.config.models);
  const site = await kit.workspace.open(run.progress.tree ?? run.base.tree, { git: true });
  try {
    const work = await deed({ hands: site.toolAccess, beforeTool: gate.beforeTool, conventions });
    const { tree, changes, refused } = await kit.workspace.snapshot(site, { protected: plan.protected, allowed: allowedGlobs(run) });
    const seen: ObservedWork = {
      tree,
      changed: changes.map(({ path }) => path).slice(0, 500),
      refused: refused.slice(0, 100),
      toolCalls: gate.calls(),
      lastCalls: [...toldCalls(work.calls.slice(-10))],
    };
    return { work, seen, halted: work.end === "halted" };
  } finally {
    await site.close();
  }
}
