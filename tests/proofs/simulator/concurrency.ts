/** Groups of workflow runs: of each issue one is at work and the others wait, the first goes first (`queue: max`, `.github/docs/loopwright.yml`). */
import type { WorkflowRun } from "./github/things.ts";
import { playWorkflow } from "./runner.ts";
import type { World } from "./world.ts";

/** Starts a workflow run when its turn has come. Whoever presses "Run workflow" may be faster than the group: nothing relies on it. */
export function groupsOf(world: World, onBug: (error: unknown) => void): (run: WorkflowRun) => void {
  const { github } = world;
  const busy = new Set<string>();
  const waiting = new Map<string, readonly WorkflowRun[]>();
  const leave = (group: string, run: WorkflowRun): boolean => {
    const line = waiting.get(group) ?? [];
    waiting.set(
      group,
      line.filter((each) => each !== run),
    );
    return line.includes(run);
  };
  const start = (group: string, run: WorkflowRun): void => {
    busy.add(group);
    playWorkflow(world, run)
      .then(() => {
        busy.delete(group);
        const [next] = waiting.get(group) ?? [];
        if (next !== undefined && leave(group, next)) start(group, next);
      })
      .catch(onBug);
  };
  return (run) => {
    if (github.state.accounts.get(run.author)?.type !== "Bot") return void playWorkflow(world, run).catch(onBug);
    const group = run.inputs["issue"] ?? "";
    if (!busy.has(group)) return start(group, run);
    waiting.set(group, [...(waiting.get(group) ?? []), run]);
    github.onCancel(run.id, () => (leave(group, run) ? github.endRun(run.id, "cancelled") : undefined));
  };
}
