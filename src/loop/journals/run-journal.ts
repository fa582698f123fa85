/** A run's journal as it is written to on GitHub: seldom, and with its pictures there kept up to date. */
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";
import { bufferedJournal, mayBuffer } from "./buffered-journal.ts";
import { journalWithViews } from "./journal-with-views.ts";
import { rememberedJournal } from "./remembered-journal.ts";
import type { ViewContext } from "./views.ts";

/** How often what is held is written anew when others write at the same moment. */
const TRIES = 5;

export interface RunJournal extends Journal {
  /**
   * Writes what still waits. Not needed where whoever goes on finds it out again: a receipt, by looking
   * (`held-journal.ts`). Throws `Failure("journal")`.
   */
  readonly flush: () => Promise<void>;
}

/** For one piece of work: one thing that is heard, one job. */
export function runJournalOf(journal: Journal, hand: ViewContext): RunJournal {
  const held = bufferedJournal(journalWithViews(journal, hand), mayBuffer);
  return {
    ...rememberedJournal(held),
    async flush() {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        if ((await held.flush()) === "appended") return;
        // Others write too: what is held goes behind theirs.
        await held.load();
      }
      throw new Failure("journal", "the run is written to without end; its last events are lost and are done again", {
        retryable: true,
      });
    },
  };
}
