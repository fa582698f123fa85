import { expect, it } from "vitest";
import type { Event } from "#core/events/event.ts";
import { incrementalReader } from "#text/journal/incremental-reader.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";
import * as j from "../../builders/journal.ts";

const iso = (ms: number): string => new Date(ms).toISOString();

/** The history of a run of this name. */
function historyOf(runId: string): string {
  const [started, hydrated] = j.timed([j.STARTED, j.HYDRATED]);
  const events = [{ ...started, runId }, hydrated] as readonly Event[];
  return journalCodec(iso)
    .write(events, [])
    .map((line) => `${line}\n`)
    .join("");
}

const [A, B, C] = [historyOf("x-1"), historyOf("x-2"), historyOf("x-3")] as const;

it("gives the same list again for what it knows already, whatever was read between", () => {
  const read = incrementalReader();
  const first = read(A);
  read(B);
  expect(first).toMatchObject({ kind: "events", events: [{ runId: "x-1" }, { kind: "run_hydrated" }] });
  expect(read(A).events).toBe(first.events);
});

it("reads on where a text goes on", () => {
  const read = incrementalReader();
  const first = read(A.slice(0, A.indexOf("\n") + 1));
  expect(read(A).events[0]).toBe(first.events[0]);
});

it("forgets the run that was not read for longest, once there is no room for all", () => {
  const read = incrementalReader(A.length + B.length);
  const [a, b] = [read(A), read(B)];
  read(A);
  const c = read(C);
  expect([read(A).events === a.events, read(C).events === c.events, read(B).events === b.events]).toEqual([true, true, false]);
});

it("does not keep what has no room at all, and forgets nothing for it", () => {
  const long = historyOf("x-11");
  const read = incrementalReader(long.length - 1);
  const a = read(A);
  expect(read(long).events).not.toBe(read(long).events);
  expect(read(long)).toEqual(read(long));
  expect(read(A).events).toBe(a.events);
});
