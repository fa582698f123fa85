/** Comments of ours that somebody took away are said anew: announced once more, and then sent as anything that is owed (security 3.4). */
import type { Effect } from "#core/events/data/effect.ts";
import type { Desk } from "#loop/desk/context/desk.ts";
import { driveHere } from "#loop/desk/context/drive-here.ts";
import { writeDown } from "#loop/kit/write-down.ts";
import type { Journal } from "#ports/journal.ts";

/** Each of them is created once more, and its new id written down. What is announced is settled by whoever drives the run. Throws `Failure`. */
export async function showAnew(gone: readonly Effect[], journal: Journal, desk: Desk): Promise<void> {
  const drafts = gone.map((effect) => ({ kind: "announced", effect }) as const);
  await driveHere({ journal, run: await writeDown(journal, desk.clock, () => ({ drafts, alone: true })) }, desk);
}
