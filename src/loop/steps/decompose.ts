/** DECOMPOSE: a model splits an atom that failed, and that a probe found feasible, into smaller ones. */
import type { EngineCommand } from "#core/decide/engine-command.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { atomIn } from "#core/tasks/graph.ts";
import { partsOfSplit, Split } from "#core/tasks/split.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { decomposePrompt } from "#text/prompts/decompose.ts";

export async function decompose(
  { atom: id }: Extract<EngineCommand, { kind: "decompose" }>,
  run: Run,
  context: StepContext,
): Promise<readonly EventDraft[]> {
  const state = atomIn(run.graph, id);
  if (state === null) throw new Error(`bug: there is no atom ${id}`);
  const workingCopy = await context.workspace.open(run.progress.tree ?? run.base.tree, { git: false });
  try {
    const split = await askRole(run, context, {
      role: "decomposer",
      question: decomposePrompt(run, id),
      schema: Split,
      toolAccess: workingCopy.toolAccess,
    });
    if (split.parts.length === 0)
      return [{ kind: "atom_failed", atom: id, why: `it cannot be split: ${split.reason}`, final: true }];
    return [{ kind: "atom_decomposed", parent: id, children: partsOfSplit(state.atom, split), reason: split.reason }];
  } finally {
    await workingCopy.close();
  }
}
