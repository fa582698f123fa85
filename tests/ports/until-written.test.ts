/** Whoever writes where others write too is first in the end, has nothing to write any more, or gives up after so many tries. */
import { expect, it } from "vitest";
import { Failure } from "#ports/failure.ts";
import { untilWritten } from "#ports/until-written.ts";
import * as j from "../builders/journal.ts";
import { memoryJournal, memoryStore } from "../fakes/memory-journal.ts";

const LIMIT = { tries: 3, message: "others write without end" };

/** A journal whose first appends meet another writer, and what an attempt saw of it: the number of events at each read. */
async function contended(others: number) {
  const store = memoryStore();
  const journal = memoryJournal(store);
  await journal.append(j.timed([j.STARTED]), 0);
  const seen: number[] = [];
  /** Writes a stop while the journal is shorter than `until`. */
  const attempt = async (until: number) => {
    const length = await journal.length();
    seen.push(length);
    if (seen.length <= others) await journal.append(j.timed([j.HYDRATED], length), length);
    if (length >= until) return "nothing to write";
    const answer = await journal.append(j.timed([j.STOP], length), length);
    return answer === "conflict" ? answer : `written after ${length}`;
  };
  return { attempt, seen, kinds: () => (store.events ?? []).map(({ kind }) => kind).slice(1) };
}

it.each([
  { law: "is first at its first try", others: 0, gives: "written after 1", seen: [1], kinds: ["stop_requested"] },
  {
    law: "reads again behind one who was first",
    others: 1,
    gives: "written after 2",
    seen: [1, 2],
    kinds: ["run_hydrated", "stop_requested"],
  },
  {
    law: "is first at its last try",
    others: 2,
    gives: "written after 3",
    seen: [1, 2, 3],
    kinds: ["run_hydrated", "run_hydrated", "stop_requested"],
  },
  { law: "writes nothing that it does not want to write", others: 0, until: 1, gives: "nothing to write", seen: [1], kinds: [] },
  {
    law: "writes nothing that another writer made needless",
    others: 1,
    until: 2,
    gives: "nothing to write",
    seen: [1, 2],
    kinds: ["run_hydrated"],
  },
])("$law", async ({ others, until = Number.POSITIVE_INFINITY, gives, seen, kinds }) => {
  const made = await contended(others);
  expect(await untilWritten(() => made.attempt(until), LIMIT)).toBe(gives);
  expect([made.seen, made.kinds()]).toEqual([seen, kinds]);
});

it("gives up, retryably and in the caller's words, where another was first at every try", async () => {
  const made = await contended(3);
  const written = untilWritten(() => made.attempt(Number.POSITIVE_INFINITY), LIMIT);
  await expect(written).rejects.toMatchObject({ name: "Failure", service: "journal", retryable: true, message: LIMIT.message });
  expect([made.seen, made.kinds()]).toEqual([
    [1, 2, 3],
    ["run_hydrated", "run_hydrated", "run_hydrated"],
  ]);
});

it("does not try again where an attempt fails", async () => {
  let tries = 0;
  const attempt = (): Promise<"conflict"> => {
    tries += 1;
    return Promise.reject(new Failure("journal", "it cannot be reached", { retryable: true }));
  };
  await expect(untilWritten(attempt, LIMIT)).rejects.toThrow("it cannot be reached");
  expect(tries).toBe(1);
});
