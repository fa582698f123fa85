import { expect, it } from "vitest";
import { bothInParallel, inParallel } from "#loop/context/parallel.ts";

const turn = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it("works on at most so many at a time, and gives results in the order of the items [M1.07, M2.05, S3.40]", async () => {
  let now = 0;
  let most = 0;
  const results = await inParallel(2, [30, 5, 20, 1], async (ms) => {
    now += 1;
    most = Math.max(most, now);
    await turn(ms);
    now -= 1;
    return ms;
  });
  expect([results, most]).toEqual([[30, 5, 20, 1], 2]);
});

it("throws the first error only after all work has ended", async () => {
  let ended = 0;
  const work = inParallel(2, ["bad", "slow"], async (item) => {
    if (item === "bad") throw new Error("bad");
    await turn(20);
    ended += 1;
  });
  await expect(work).rejects.toThrow("bad");
  expect(ended).toBe(1);
});

it("interrupts the other half when one fails, and tells the first error [S1.20]", async () => {
  const signal = new AbortController().signal;
  const waits = (given: AbortSignal) =>
    new Promise<string>((_resolve, reject) => given.addEventListener("abort", () => reject(new Error("interrupted"))));
  await expect(bothInParallel(signal, () => Promise.reject(new Error("first")), waits)).rejects.toThrow("first");
  await expect(bothInParallel(signal, waits, () => Promise.reject(new Error("second")))).rejects.toThrow("second");
  expect(
    await bothInParallel(
      signal,
      () => Promise.resolve(1),
      () => Promise.resolve("a"),
    ),
  ).toEqual([1, "a"]);
});
