/**
 * What happened while a label waited: a stop that found no run then is written down as soon as there is one, and a
 * later run stands. Before anything is thought of.
 */
import { giveUp } from "#core/approval/verify-outputs.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { writeDown } from "#loop/context/write-down.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { driveInControl } from "#loop/control/context/drive-in-control.ts";
import { stopRequestIn } from "#loop/engine/poll-stop.ts";
import { orWarn } from "#loop/journals/views.ts";
import type { Journal } from "#ports/journal.ts";

/** Milliseconds from the label to its run for which nothing is asked: most labels do not wait. */
const AT_ONCE = 10_000;

/**
 * To be called once the run is there: what is said from now on finds it. One request where nobody said anything.
 * Idempotent. Throws `Failure`.
 */
export async function applyMissedStop(journal: Journal, control: ControlContext): Promise<void> {
  const run = await readRun(journal);
  const stop = run.startedAt - run.askedAt < AT_ONCE ? null : await stopSince(run, control);
  if (stop !== null)
    await writeDown(journal, control.clock, (now) => ({
      drafts: now.stopRequest === null ? [stop] : [],
      alone: false,
    }));
}

/**
 * Milliseconds that nothing takes between the look at an issue and the run that it begins, but a bot that stood still
 * or its network.
 */
const STOOD_STILL = 60_000;

const LATER =
  "the bot stood still when it had heard this label, and a later run of this issue was begun meanwhile; set the label again if more is to be done";

/**
 * Ends a run that just began where a later one of its issue is there, over or not: its wish was overtaken. To be called
 * with the journal as it lies on GitHub, so that nothing of it is drawn over the later one. True where it did. One
 * request where it took long, none else. Throws `Failure`.
 */
export async function endIfSuperseded(
  journal: Journal,
  { runId, startedAt }: Run,
  control: ControlContext,
): Promise<boolean> {
  if (control.clock.now() - startedAt < STOOD_STILL || (await control.isLast(runId))) return false;
  const run = await writeDown(journal, control.clock, () => ({
    drafts: [giveUp("approval_void", [LATER])],
    alone: true,
  }));
  await driveInControl({ journal, run }, control);
  return true;
}

/** The first stop since the label of somebody who may, with a sign for them; what bears our last sign had its turn. */
async function stopSince(run: Run, { github, log }: ControlContext): Promise<EventDraft | null> {
  const { unhandled } = await github.commentsSince(run.askedAt);
  for (const said of unhandled.filter(({ at }) => at >= run.askedAt)) {
    const stop = await stopRequestIn(said, run, github);
    if (stop === null) continue;
    await orWarn(() => github.react({ kind: "comment", id: said.id }, "eyes"), "the sign", log);
    return stop;
  }
  return null;
}
