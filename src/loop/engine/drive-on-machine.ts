/** Drives a run with a workspace that is opened for it on this machine; where none can be opened, the run ends. */
import { eventMessage } from "#core/events/data/event-message.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Station } from "#loop/context/station.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";
import type { Workspace } from "#ports/workspace.ts";
import { drive } from "./drive.ts";

/** A workspace that is made for one rehearsal. */
export interface RehearsalWorkspace extends Workspace {
  dispose(): Promise<void>;
}

/**
 * Drives as `drive` does, in the workspace that `open` gives, which is disposed of afterwards. An `open` that throws
 * `Failure` becomes an event that says so. Throws what `drive` throws.
 */
export async function driveOnMachine(
  journal: Journal,
  station: Station,
  context: StepContext,
  open: () => Promise<RehearsalWorkspace>,
): Promise<void> {
  const opened = await open().catch((error: unknown) => {
    if (error instanceof Failure) return error;
    throw error;
  });
  if (opened instanceof Failure) {
    await writeDown(journal, context.clock, () => ({ drafts: [cannotRehearse(opened)], alone: true }));
    // What is left to do of a run that ends needs no workspace.
    await drive(journal, station, context);
    return;
  }
  try {
    await drive(journal, station, { ...context, workspace: opened });
  } finally {
    await opened.dispose();
  }
}

function cannotRehearse({ service, message }: Failure): EventDraft {
  if (service === "sandbox") return { kind: "gave_up", reason: "sandbox_unavailable", message: eventMessage(message) };
  return { kind: "phase_error", step: "REHEARSE", message: eventMessage(message), retryable: false };
}
