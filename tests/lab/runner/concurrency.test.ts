/** Concurrency groups: who runs, who waits, who is cancelled. */
import { expect, it } from "vitest";
import { concurrencyGroups, type Groups, type Membership, type Turn } from "./concurrency.ts";

const PLAIN: Membership = { group: "run-7", cancelInProgress: false, queue: "single" };
const NEVER = new AbortController().signal;

/** What became of an entry so far. */
async function soFar(entry: Promise<Turn | null>): Promise<"runs" | "cancelled" | "waits"> {
  const turn = await Promise.race([entry, new Promise<"waits">((resolve) => setImmediate(resolve, "waits"))]);
  if (turn === "waits") return turn;
  return turn === null ? "cancelled" : "runs";
}

async function enterThree(groups: Groups, membership: Membership): Promise<readonly Promise<Turn | null>[]> {
  return [1, 2, 3].map(() => groups.enter(membership, NEVER));
}

it("lets one run and one wait; a newer one takes the place of who waits", async () => {
  const entries = await enterThree(concurrencyGroups(), PLAIN);
  expect(await Promise.all(entries.map(soFar))).toEqual(["runs", "cancelled", "waits"]);
  (await entries[0])?.leave();
  expect((await entries[2])?.signal.aborted).toBe(false);
});

it("cancels who runs where the newer one says so, and starts when it has left", async () => {
  const groups = concurrencyGroups();
  const first = await groups.enter(PLAIN, NEVER);
  const second = groups.enter({ ...PLAIN, cancelInProgress: true }, NEVER);
  expect(first?.signal.aborted).toBe(true);
  expect(await soFar(second)).toBe("waits");
  first?.leave();
  first?.leave();
  expect(await soFar(second)).toBe("runs");
});

it("keeps all that wait with queue: max, in order", async () => {
  const entries = await enterThree(concurrencyGroups(), { ...PLAIN, queue: "max" });
  expect(await Promise.all(entries.map(soFar))).toEqual(["runs", "waits", "waits"]);
  (await entries[0])?.leave();
  expect(await Promise.all(entries.map(soFar))).toEqual(["runs", "runs", "waits"]);
});

it("refuses the hundred-and-first that would wait", async () => {
  const groups = concurrencyGroups();
  const entries = Array.from({ length: 102 }, () => groups.enter({ ...PLAIN, queue: "max" }, new AbortController().signal));
  expect(await soFar(entries[100] ?? Promise.resolve(null))).toBe("waits");
  expect(await soFar(entries[101] ?? Promise.resolve(null))).toBe("cancelled");
});

it("knows a group in any case, and keeps groups apart", async () => {
  const groups = concurrencyGroups();
  await groups.enter(PLAIN, NEVER);
  expect(await soFar(groups.enter({ ...PLAIN, group: "RUN-7" }, NEVER))).toBe("waits");
  expect(await soFar(groups.enter({ ...PLAIN, group: "run-8" }, NEVER))).toBe("runs");
});

it("lets go who is cancelled while it waits, or before", async () => {
  const groups = concurrencyGroups();
  const stop = new AbortController();
  const first = await groups.enter(PLAIN, NEVER);
  const second = groups.enter(PLAIN, stop.signal);
  stop.abort();
  expect(await second).toBeNull();
  first?.leave();
  expect(await groups.enter(PLAIN, AbortSignal.abort())).toBeNull();
  expect(await soFar(groups.enter(PLAIN, NEVER))).toBe("runs");
});
