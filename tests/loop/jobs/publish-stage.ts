/** The job that publishes, on a stage: what it is given, and a journal that others write into. */
import type { Event, EventDraft } from "#core/events/event.ts";
import type { PublishInputs } from "#loop/jobs/publish-checks.ts";
import { runPublishJob } from "#loop/jobs/publish-job.ts";
import { journalWithViews } from "#loop/journals/journal-with-views.ts";
import * as j from "../../builders/journal.ts";
import { memoryJournal } from "../../fakes/memory-journal.ts";
import type { DeskStage } from "../control/stage.ts";
import { pressKit } from "../control/verified.ts";

/** The events of a job that verified the work. */
export const VERIFIED = [j.qa("VERIFIED"), j.REFLECTED];

/** The job publishes with what it was given. */
export async function pressed(stage: DeskStage, words: PublishInputs, worker = "9001") {
  const { kit, published, certified } = pressKit(stage, worker);
  const journal = journalWithViews(memoryJournal(stage.store()), stage.desk);
  const report = await runPublishJob(journal, words, kit);
  return { report, published, certified };
}

/** Somebody writes events into the journal. */
export function add(stage: DeskStage, ...drafts: readonly EventDraft[]): void {
  const events = drafts.map((draft) => ({ ...draft, at: stage.time.now }) as Event);
  stage.store().events = [...(stage.store().events ?? []), ...events];
}

/** Somebody changes the events of the journal. */
export function rewrite(stage: DeskStage, change: (event: Event) => Event): void {
  stage.store().events = (stage.store().events ?? []).map(change);
}
