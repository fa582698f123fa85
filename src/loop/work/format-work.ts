/**
 * Runs the repository's own format command over the work before it is evaluated: what is scored is what is committed.
 */
import { formatDue, formattedPaths } from "#core/events/data/formatting.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { detailsOf } from "#core/values/details.ts";
import { outputTail } from "#loop/context/output-tail.ts";
import type { StepContext } from "#loop/context/step-context.ts";

/**
 * Runs the command on a copy in the sandbox, without network. Gives nothing where there is nothing to format or nothing
 * changed. A command that fails is reported and changes nothing: it is no verdict on the work. Throws as the workspace
 * does.
 */
export async function formatWork(run: Run, { workspace, signal }: StepContext): Promise<readonly EventDraft[]> {
  const command = formatDue(run);
  const tree = run.progress.tree ?? run.base.tree;
  if (command === null) return [];
  const { limits, protected: kept } = planOf(run);
  const workingCopy = await workspace.open(tree, { git: true });
  try {
    const result = await workingCopy.toolAccess.exec(command, { timeout: limits.checkMs, signal });
    if (result.exitCode !== 0)
      return [
        {
          kind: "work_formatted",
          tree,
          changed: [],
          ok: false,
          details: detailsOf(`${command}: ${outputTail(result)}`),
        },
      ];
    const after = await workspace.snapshot(workingCopy, { protected: kept });
    const changed = formattedPaths(after.changes, await workspace.changes(run.base.tree, tree)).slice(0, 500);
    if (changed.length === 0) return [];
    return [
      {
        kind: "work_formatted",
        tree: await workspace.restore(tree, after.tree, changed),
        changed,
        ok: true,
        details: "",
      },
    ];
  } finally {
    await workingCopy.close();
  }
}
