/** A journal in memory with a map of branches: for stories, and to show that the contract is not about files. */
import { branchMovesOf } from "#adapters/journal/branch-moves.ts";
import type { Event } from "#core/events/event.ts";
import type { AppendResult, History, Journal } from "#ports/journal.ts";

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
      if (moved === "conflict" || "reason" in moved) return moved;
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

/** The branches after the moves that the events ask for; or why one of them cannot be moved. */
function move(
  branches: ReadonlyMap<string, string>,
  events: readonly Event[],
): ReadonlyMap<string, string> | Exclude<AppendResult, "appended"> {
  const after = new Map(branches);
  for (const { branch, before, commit } of branchMovesOf(events)) {
    const now = branches.get(branch) ?? null;
    if (now === null && before !== null) return { reason: "branch_gone", why: `the branch ${branch} is gone` };
    if (now !== before) return "conflict";
    after.set(branch, commit);
  }
  return after;
}
