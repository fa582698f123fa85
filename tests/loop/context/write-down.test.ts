/** What somebody said gets into the journal, whoever else writes, and with it what follows where nobody else is at work. */
import { expect, it } from "vitest";
import type { EventDraft } from "#core/events/event.ts";
import { writeDown } from "#loop/context/write-down.ts";
import type { Clock } from "#ports/clock.ts";
import type { Journal } from "#ports/journal.ts";
import * as j from "../../builders/journal.ts";
import { memoryJournal, memoryStore } from "../../fakes/memory-journal.ts";

const CLOCK: Clock = { now: () => 5000, sleep: () => Promise.resolve() };

async function opened(...drafts: readonly EventDraft[]) {
  const store = memoryStore();
  const journal = memoryJournal(store);
  await journal.append(j.timed([j.STARTED, ...drafts]), 0);
  return { store, journal, kinds: () => (store.events ?? []).map(({ kind }) => kind) };
}

it("writes what is said with its time, and what follows from it when nobody else drives", async () => {
  const { journal, kinds, store } = await opened();
  const run = await writeDown(journal, CLOCK, () => ({ drafts: [j.STOP], alone: true }));
  expect([run.stage, kinds()]).toEqual(["stopped", ["run_started", "stop_requested", "reflection_done", "stopped"]]);
  expect(store.events?.map(({ at }) => at)).toEqual([0, 5000, 5000, 5000]);
});

it("leaves what follows to whoever drives", async () => {
  const { journal, kinds } = await opened();
  const run = await writeDown(journal, CLOCK, () => ({ drafts: [j.STOP], alone: false }));
  expect([run.stage, run.stopRequest?.by, kinds()]).toEqual(["hydrating", "ana", ["run_started", "stop_requested"]]);
});

it("writes nothing where there is nothing to say", async () => {
  const { journal, kinds } = await opened();
  expect((await writeDown(journal, CLOCK, () => ({ drafts: [], alone: true }))).rev).toBe(1);
  expect(kinds()).toEqual(["run_started"]);
});

it("asks again about the run as somebody else left it", async () => {
  const { journal, kinds } = await opened();
  const asked: number[] = [];
  await writeDown(journal, CLOCK, ({ rev, stage }) => {
    asked.push(rev);
    if (asked.length === 1) void journal.append(j.timed([j.HYDRATED], 1), 1);
    return { drafts: stage === "hydrating" ? [j.STOP] : [], alone: false };
  });
  expect([asked, kinds()]).toEqual([
    [1, 2],
    ["run_started", "run_hydrated"],
  ]);
});

it("gives up, retryably, when others write without end", async () => {
  const { journal } = await opened();
  const busy: Journal = { ...journal, append: () => Promise.resolve("conflict") };
  await expect(writeDown(busy, CLOCK, () => ({ drafts: [j.STOP], alone: false }))).rejects.toMatchObject({
    service: "journal",
    retryable: true,
  });
});

it("writes nothing over a history that breaks off, and says how far it was read", async () => {
  const { journal, store, kinds } = await opened();
  store.unreadable = "line 2: not JSON";
  const run = await writeDown(journal, CLOCK, () => ({ drafts: [j.STOP], alone: true }));
  expect([run.unreadable, kinds()]).toEqual(["line 2: not JSON", ["run_started"]]);
});

it("throws where there is no run at all", async () => {
  await expect(writeDown(memoryJournal(), CLOCK, () => ({ drafts: [], alone: true }))).rejects.toThrow("this run has no history");
});
