/** A journal that remembers: fewer looks, and nothing of somebody else's lost. */
import { expect, it } from "vitest";
import type { Event } from "#core/events/event.ts";
import { rememberedJournal } from "#loop/journals/remembered-journal.ts";
import type { Journal } from "#ports/journal.ts";
import { STARTED } from "../../builders/journal.ts";
import { memoryJournal, memoryStore } from "../../fakes/memory-journal.ts";

interface Watched {
  readonly journal: Journal;
  /** Loads that went through. */
  readonly loads: () => number;
  readonly other: Journal;
}

function watched(): Watched {
  const store = memoryStore();
  const inner = memoryJournal(store);
  let loads = 0;
  const counted: Journal = {
    ...inner,
    load: () => {
      loads += 1;
      return inner.load();
    },
  };
  return { journal: rememberedJournal(counted), loads: () => loads, other: memoryJournal(store) };
}

const EVENTS: readonly Event[] = [{ ...STARTED, at: 1 } as Event]; // a draft is an event without its time
const STOP: Event = { kind: "stop_requested", at: 9, by: "ada", note: "" };

it("does not read again what it has read or written", async () => {
  const { journal, loads } = watched();
  expect(await journal.load()).toEqual({ kind: "missing" });
  expect(await journal.append(EVENTS, 0)).toBe("appended");
  expect(await journal.append([STOP], EVENTS.length)).toBe("appended");
  expect(await journal.load()).toEqual({ kind: "events", events: [...EVENTS, STOP] });
  expect(loads()).toBe(1);
});

it("reads again after a conflict", async () => {
  const { journal, other } = watched();
  await journal.append(EVENTS, 0);
  await other.append([STOP], EVENTS.length);
  expect(await journal.append([STOP], EVENTS.length)).toBe("conflict");
  expect(await journal.load()).toEqual({ kind: "events", events: [...EVENTS, STOP] });
});

it("reads again when a look shows that somebody else has written", async () => {
  const { journal, other, loads } = watched();
  await journal.append(EVENTS, 0);
  await other.append([STOP], EVENTS.length);
  expect(await journal.length()).toBe(EVENTS.length + 1);
  expect(await journal.load()).toEqual({ kind: "events", events: [...EVENTS, STOP] });
  expect([await journal.length(), loads()]).toEqual([EVENTS.length + 1, 1]);
});

it("knows nothing of a journal that it did not begin and has not read", async () => {
  const { journal, other } = watched();
  await other.append(EVENTS, 0);
  expect(await journal.append([STOP], EVENTS.length)).toBe("appended");
  expect(await journal.load()).toEqual({ kind: "events", events: [...EVENTS, STOP] });
});
