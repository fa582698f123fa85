/**
 * PROBE: a model finds out by reading alone what a doubtful atom, or one that failed as often as it may, would take.
 */
import type { EngineCommand } from "#core/decide/engine-command.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { Probe } from "#core/tasks/atom.ts";
import { inParallel } from "#loop/context/parallel.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { probePrompt } from "#text/prompts/probe.ts";

export async function probe(
  { atoms }: Extract<EngineCommand, { kind: "probe" }>,
  run: Run,
  context: StepContext,
): Promise<readonly EventDraft[]> {
  const workingCopy = await context.workspace.open(run.progress.tree ?? run.base.tree, { git: false });
  try {
    return await inParallel(limitsOf(run).parallel, atoms, async (atom): Promise<EventDraft> => {
      const found = await askRole(run, context, {
        role: "probe",
        question: probePrompt(run, atom),
        schema: Probe,
        toolAccess: workingCopy.toolAccess,
      });
      return { kind: "atom_probed", atom, probe: found };
    });
  } finally {
    await workingCopy.close();
  }
}
