/** Posts comments again that a person removed: they become pending effects once more, and are sent like all others. */
import type { Effect } from "#core/events/data/effect.ts";
import { writeDown } from "#loop/context/write-down.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { driveInControl } from "#loop/control/context/drive-in-control.ts";
import type { Journal } from "#ports/journal.ts";

/**
 * Creates each of them once more, and writes its new id down. Where this job dies before that, the next one that drives
 * the run sends them. Throws `Failure`.
 */
export async function repostComments(
  gone: readonly Effect[],
  journal: Journal,
  control: ControlContext,
): Promise<void> {
  const drafts = gone.map((effect) => ({ kind: "announced", effect }) as const);
  await driveInControl(
    { journal, run: await writeDown(journal, control.clock, () => ({ drafts, alone: true })) },
    control,
  );
}
