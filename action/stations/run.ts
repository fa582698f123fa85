/** The job `run`: claims the hand-over and works until another job or a person must go on. */
import { probeSandbox } from "#adapters/sandbox/walls/probe.ts";
import type { Probe } from "#adapters/sandbox/walls/probe-facts.ts";
import { giveUp } from "#core/approval/verify-outputs.ts";
import { eventMessage } from "#core/events/data/event-message.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { RUN_STATION } from "#loop/context/station.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { drive } from "#loop/engine/drive.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";
import { obstacleToWork, requireRun } from "../job/hand-over.ts";
import type { JobContext } from "../job/job-context.ts";
import { type PreparedRunTools, prepareRunTools } from "../job/run-tools.ts";
import { reportingContext, runContext } from "../job/station-contexts.ts";
import { jobClock } from "../runner/clock.ts";
import { InputError } from "../runner/input-error.ts";

/**
 * Gives the run as it stands then. Throws `InputError`, with the journal untouched, where the hand-over is not this
 * workflow run's; and `Failure`.
 */
export async function work(scene: JobContext): Promise<Run> {
  const journal = runJournalOf(scene.journal, { ...scene, clock: jobClock });
  const reading = requireRun(journal, scene.inputs);
  // It waits for processes, while the others wait for GitHub and for git.
  const probing = probeSandbox();
  const preparing = reading.then((run) => prepareWork(run, scene, probing));
  const [run, prepared] = await Promise.all([reading, preparing, probing]);
  if (prepared.kind === "cannot") {
    // A person may have ended the run by now: then that stands.
    await writeDown(journal, jobClock, (now) => ({
      drafts: now.rev === run.rev ? [draftOf(prepared)] : [],
      alone: true,
    }));
    await drive(journal, RUN_STATION, reportingContext(scene));
    await journal.flush();
    return readRun(journal);
  }
  try {
    await drive(journal, RUN_STATION, runContext(scene, prepared.tools));
    await journal.flush();
    return await readRun(journal);
  } finally {
    await prepared.tools.workspace.dispose();
  }
}

async function prepareWork(run: Run, scene: JobContext, probing: Promise<Probe>): Promise<PreparedRunTools> {
  const obstacle = obstacleToWork(run, scene.inputs);
  if (obstacle !== null) throw new InputError(obstacle);
  return prepareRunTools(run, scene, probing);
}

/**
 * The job ends a run that cannot begin at once: its result comment says what to mend, and `/loop resume` starts it
 * again.
 */
function draftOf({ missing, why }: Extract<PreparedRunTools, { kind: "cannot" }>): EventDraft {
  if (missing === "ground") return giveUp("approval_void", [why]);
  if (missing === "sandbox") return giveUp("sandbox_unavailable", [why]);
  return { kind: "phase_error", step: "CONSUME", retryable: false, message: eventMessage(why) };
}
