/** A run's journal as jobs write it on GitHub: with few writes, and with its views there kept up to date. */
import type { Journal } from "#ports/journal.ts";
import { untilWritten } from "#ports/until-written.ts";
import { bufferedJournal, mayBuffer } from "./buffered-journal.ts";
import { journalWithViews } from "./journal-with-views.ts";
import { rememberedJournal } from "./remembered-journal.ts";
import type { ViewContext } from "./views.ts";

/** Attempts to write the buffered events while others write at the same moment. */
const TRIES = 5;

export interface RunJournal extends Journal {
  /**
   * Writes the buffered events. Not needed where the job that goes on finds them out again: a receipt, by a search on
   * GitHub (`buffered-journal.ts`). Throws `Failure("journal")`.
   */
  readonly flush: () => Promise<void>;
}

/** Makes the journal for one piece of work: the handling of one event, or one job. */
export function runJournalOf(journal: Journal, context: ViewContext): RunJournal {
  const held = bufferedJournal(journalWithViews(journal, context), mayBuffer);
  const write = async (): Promise<"appended" | "conflict"> => {
    if ((await held.flush()) === "appended") return "appended";
    // Others write too: the buffered events go behind theirs.
    await held.load();
    return "conflict";
  };
  return {
    ...rememberedJournal(held),
    async flush() {
      const message = "the run is written to without end; its last events are lost and are done again";
      await untilWritten(write, { tries: TRIES, message });
    },
  };
}
