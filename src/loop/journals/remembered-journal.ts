/** A journal for one short piece of work, which does not read again what it read or wrote a moment ago. */
import type { Event } from "#core/events/event.ts";
import { withEvents } from "#core/run/evolve/evolve.ts";
import type { Journal } from "#ports/journal.ts";

/**
 * Reads once, then again only after another writer, which a conflict or `length` shows. Until then `load` may be
 * behind; an append never is, because it compares. Not for a driver that lives long without appending.
 */
export function rememberedJournal(journal: Journal): Journal {
  let known: readonly Event[] | null = null;
  return {
    async load() {
      if (known !== null) return { kind: "events", events: known };
      const history = await journal.load();
      known = history.kind === "events" ? history.events : null;
      return history;
    },
    async append(events, after) {
      const answer = await journal.append(events, after);
      const before: readonly Event[] | null = after === 0 ? [] : known;
      known = answer === "appended" && before?.length === after ? withEvents(before, events) : null;
      return answer;
    },
    async length() {
      const length = await journal.length();
      if (length !== known?.length) known = null;
      return length;
    },
  };
}
