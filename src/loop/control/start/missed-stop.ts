/**
 * Catches up, before any model is asked, with what happened while a label waited: writes down a stop that found no run
 * then, and ends the run where a later one exists.
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

/** Milliseconds from the label to its run up to which GitHub is not asked: most labels do not wait. */
const AT_ONCE = 10_000;

/**
 * Writes down a stop since the label. To be called once the run exists: later comments find it. One request where there
 * is no comment. Idempotent. Throws `Failure`.
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
 * Milliseconds between the read of an issue and the run that it begins that are only exceeded by a bot that was
 * suspended, or by its network.
 */
const STOOD_STILL = 60_000;

const LATER =
  "the bot stood still when it had heard of this run, " +
  "and a later run of this issue was begun meanwhile; set the label again if more is to be done";

/**
 * Ends a run that just began where a later one of its issue exists, over or not. To be called with the journal as it
 * lies on GitHub, so that no view of it replaces those of the later one. Gives true where it did. One request where it
 * took long, none else. Throws `Failure`.
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

/**
 * The first stop since the label by a person who may stop the run; adds a reaction to it. A comment with our last
 * reaction was handled before.
 */
async function stopSince(run: Run, { github, log }: ControlContext): Promise<EventDraft | null> {
  const { unhandled } = await github.commentsSince(run.askedAt);
  for (const said of unhandled.filter(({ at }) => at >= run.askedAt)) {
    const stop = await stopRequestIn(said, run, github);
    if (stop === null) continue;
    await orWarn(() => github.react({ kind: "comment", id: said.id }, "eyes"), "the reaction", log);
    return stop;
  }
  return null;
}
