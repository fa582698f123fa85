/** A journal in memory with a map of branches: for stories, and to show that the contract is not about files. */
import type { Event } from "#core/event.ts";
import type { History, Journal } from "#ports/journal.ts";

/** What several journals may share: the events of a run and where its branches are. */
export interface MemoryStore {
  events: readonly Event[] | null;
  unreadable: string | null;
  readonly branches: Map<string, string>;
}

export function memoryStore(): MemoryStore {
  return { events: null, unreadable: null, branches: new Map() };
}

/** A journal over the store. Every answer comes a turn later, so that writers do meet. */
export function memoryJournal(store: MemoryStore = memoryStore()): Journal {
  const history = (): History => {
    if (store.unreadable !== null) return { kind: "unreadable", why: store.unreadable, events: store.events ?? [] };
    return store.events === null ? { kind: "missing" } : { kind: "events", events: store.events };
  };
  return {
    async load() {
      await null;
      return history();
    },
    async append(events, after) {
      await null;
      const known = store.events ?? [];
      if (known.length !== after) return "conflict";
      const moved = move(store.branches, events);
      if (moved === null) return "conflict";
      for (const [branch, commit] of moved) store.branches.set(branch, commit);
      if (events.length > 0) store.events = [...known, ...events];
      return "appended";
    },
    async length() {
      await null;
      return store.events?.length ?? 0;
    },
  };
}

/** The branches after the kept iterations among the events; null when one is not where its event says. */
function move(branches: ReadonlyMap<string, string>, events: readonly Event[]): ReadonlyMap<string, string> | null {
  const after = new Map(branches);
  for (const event of events) {
    if (event.kind !== "iteration_kept") continue;
    if ((after.get(event.branch) ?? null) !== event.before) return null;
    after.set(event.branch, event.commit);
  }
  return after;
}
