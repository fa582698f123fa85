/**
 * Comments of ours that somebody took away are said anew: announced once more, and then sent as anything that is owed
 * (security 3.4).
 */
import type { Effect } from "#core/events/data/effect.ts";
import { writeDown } from "#loop/context/write-down.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { driveInControl } from "#loop/control/context/drive-in-control.ts";
import type { Journal } from "#ports/journal.ts";

/**
 * Each of them is created once more, and its new id written down. What is announced is settled by whoever drives the
 * run. Throws `Failure`.
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
