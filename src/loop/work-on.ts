/** A role at work on the tree of the run: opened, changed under audit, read back. PRODUCE and REFINE are the same deed for two goals. */
import type { EventOf } from "#core/event.ts";
import { planOf, type Run } from "#core/run.ts";
import { allowedIn } from "#core/scope.ts";
import { workRole } from "./ask-role.ts";
import { auditGate, toldCalls } from "./audit-gate.ts";
import type { StepKit } from "./kit.ts";
import { ready } from "./ready.ts";

/** What the work came to, without the name of the event that tells of it. */
export type Worked = Pick<EventOf<"artifact_created">, "tree" | "changed" | "refused" | "toolCalls" | "summary" | "lastCalls">;

export interface WorkDone {
  readonly worked: Worked;
  /** An audit stopped the work. */
  readonly halted: boolean;
}

/** Lets a role work on `tree`. Throws as `work`, the workspace and the auditor do. */
export async function workOn(
  run: Run,
  kit: StepKit,
  { role, goal }: { readonly role: "worker" | "refiner"; readonly goal: string },
): Promise<WorkDone> {
  const plan = planOf(run);
  await ready(run, kit);
  const gate = await auditGate(run, kit);
  const site = await kit.workspace.open(run.progress.tree ?? run.base.tree, { git: true });
  try {
    const work = await workRole(run, kit, { role, goal, hands: site.hands, beforeTool: gate.beforeTool });
    const { tree, changes, refused } = await kit.workspace.snapshot(site, { protected: plan.protected, allowed: allowedIn(run) });
    const ended = work.end === "done" ? "" : `[ended by ${work.end}] `;
    return {
      worked: {
        tree,
        changed: changes.map(({ path }) => path).slice(0, 500),
        refused: refused.slice(0, 100),
        toolCalls: gate.calls(),
        summary: `${ended}${work.text}`.slice(0, 4000),
        lastCalls: [...toldCalls(work.calls.slice(-10))],
      },
      halted: work.end === "halted",
    };
  } finally {
    await site.close();
  }
}
