/** The machine's clock and randomness, as the ports promise them. */
import { expect, it } from "vitest";
import { systemClock } from "#adapters/system-clock.ts";
import { systemRandom } from "#adapters/system-random.ts";
import { Interrupted } from "#ports/failure.ts";

it("tells the time of the machine", () => {
  const before = Date.now();
  const now = systemClock.now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

it("sleeps in order of length", async () => {
  const woke: number[] = [];
  const sleeper = async (ms: number): Promise<void> => {
    await systemClock.sleep(ms);
    woke.push(ms);
  };
  await Promise.all([sleeper(60), sleeper(0), sleeper(20)]);
  expect(woke).toEqual([0, 20, 60]);
});

it.each([60_000, 3_000_000_000])("a sleep of %d ms lasts until it is interrupted", async (ms) => {
  const stop = new AbortController();
  let state = "asleep";
  const sleep = systemClock.sleep(ms, stop.signal).catch((error: unknown) => {
    state = error instanceof Interrupted ? "interrupted" : "failed";
  });
  await systemClock.sleep(20);
  expect(state).toBe("asleep");
  stop.abort();
  await sleep;
  expect(state).toBe("interrupted");
});

it("does not fall asleep when it was interrupted before", async () => {
  await expect(systemClock.sleep(60_000, AbortSignal.abort())).rejects.toBeInstanceOf(Interrupted);
});

it("gives bytes as lower-case hex, never the same", () => {
  const keys = Array.from({ length: 50 }, () => systemRandom.hex(32));
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(keys).size).toBe(50);
  expect(systemRandom.hex(0)).toBe("");
});
