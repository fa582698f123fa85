/** Runs the steps of a job: what comes before all of them, each in turn, and in the end what they left to do, backwards. */

import { fill } from "../actions/expression.ts";
import { stepContexts } from "./contexts.ts";
import { isLocal, phasesOf } from "./find-action.ts";
import type { Phase, StepPhases } from "./phase.ts";
import type { StepResult } from "./results.ts";
import { type Current, runPhase } from "./run-phase.ts";
import type { Space } from "./space.ts";
import type { StepFile } from "./workflow-schema.ts";

interface Planned extends Current {
  readonly title: string;
  /** Null for an action of the workspace: it is looked for when its turn has come. */
  readonly phases: StepPhases | null;
}

/** What is left to do in the end. */
type Left = Map<Planned, Phase>;

/** Throws an `Error` before the first step when an action is not here, as GitHub does. */
export async function runSteps(space: Space): Promise<void> {
  const plan: Planned[] = [];
  for (const step of space.file.steps) plan.push(await planned(step, space));
  const left: Left = new Map();
  for (const each of plan) if (each.phases?.pre !== undefined) await before(each, each.phases.pre, { space, left });
  for (const each of plan) await main(each, { space, left });
  for (const [each, { condition, run }] of [...left].reverse())
    judge(await runPhase({ title: `Post ${each.title}`, condition, run }, each, space), space);
}

async function planned(step: StepFile, space: Space): Promise<Planned> {
  const title = `Run ${step.name ?? step.uses ?? step.run?.split("\n")[0] ?? ""}`;
  return { step, title, outputs: new Map(), state: new Map(), phases: isLocal(step) ? null : await phasesOf(step, space) };
}

interface Course {
  readonly space: Space;
  readonly left: Left;
}

async function before(each: Planned, { condition, run }: Phase, { space, left }: Course): Promise<void> {
  if (each.phases?.post !== undefined) left.set(each, each.phases.post);
  judge(await runPhase({ title: `Pre ${each.title}`, condition, run }, each, space), space);
}

async function main(each: Planned, { space, left }: Course): Promise<void> {
  const { step, title } = each;
  const outcome = await runPhase(
    {
      title,
      condition: step.if,
      minutes: step["timeout-minutes"],
      run: async (desk) => {
        const phases = each.phases ?? (await phasesOf(step, space));
        if (phases.post !== undefined && !left.has(each)) left.set(each, phases.post);
        return await phases.main(desk);
      },
    },
    each,
    space,
  );
  const forgiven = outcome === "failure" && fill(step["continue-on-error"], stepContexts(space, space.env)) === "true";
  const conclusion = forgiven ? "success" : outcome;
  if (step.id !== undefined) space.steps.set(step.id, { outcome, conclusion, outputs: Object.fromEntries(each.outputs) });
  judge(conclusion, space);
}

function judge(conclusion: StepResult, space: Space): void {
  if (conclusion === "failure" && space.status === "success") space.status = "failure";
}
