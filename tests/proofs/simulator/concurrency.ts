/** Groups of workflow runs: of each issue one is at work and one waits; an older one that waits is cancelled (F3, `.github/docs/loopwright.yml`). */
import type { WorkflowRun } from "./github/things.ts";
import { playWorkflow } from "./runner.ts";
import type { World } from "./world.ts";

/** Starts a workflow run when its turn has come. Whoever presses "Run workflow" may be faster than the group: nothing relies on it. */
export function groupsOf(world: World, onBug: (error: unknown) => void): (run: WorkflowRun) => void {
  const { github } = world;
  const busy = new Set<string>();
  const waiting = new Map<string, WorkflowRun>();
  const dismiss = (group: string, run: WorkflowRun): void => {
    waiting.delete(group);
    github.endRun(run.id, "cancelled");
  };
  const start = (group: string, run: WorkflowRun): void => {
    busy.add(group);
    playWorkflow(world, run)
      .then(() => {
        busy.delete(group);
        const next = waiting.get(group);
        waiting.delete(group);
        if (next !== undefined) start(group, next);
      })
      .catch(onBug);
  };
  return (run) => {
    if (github.state.accounts.get(run.author)?.type !== "Bot") return void playWorkflow(world, run).catch(onBug);
    const group = run.inputs["issue"] ?? "";
    if (!busy.has(group)) return start(group, run);
    const older = waiting.get(group);
    if (older !== undefined) dismiss(group, older);
    waiting.set(group, run);
    github.onCancel(run.id, () => (waiting.get(group) === run ? dismiss(group, run) : undefined));
  };
}
