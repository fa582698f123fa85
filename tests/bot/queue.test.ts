/** The queue: order, bounds, repetitions, and an end. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Job, type Queue, queueOf } from "../../bot/queue.ts";

interface Watched {
  readonly queue: Queue;
  readonly troubles: readonly string[];
}

function aQueue(bounds: { readonly sideBySide?: number; readonly waiting?: number; readonly remembered?: number } = {}): Watched {
  const troubles: string[] = [];
  const onTrouble = ({ delivery }: Job, what: string, error?: unknown) => {
    troubles.push(`${delivery}: ${what}${error instanceof Error ? `: ${error.message}` : ""}`);
  };
  return { queue: queueOf({ sideBySide: 2, waiting: 3, remembered: 10, ...bounds, onTrouble }), troubles };
}

/** A piece of work that ends when it is told to. */
function held(): { readonly work: () => Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done, end };
}

it("does the jobs of each issue in order and one at a time, and never more issues than it has hands", async () => {
  const jobs = fc.array(fc.record({ key: fc.constantFrom("a", "b", "c", "d"), ticks: fc.nat(5) }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(jobs, fc.integer({ min: 1, max: 3 }), async (given, sideBySide) => {
      const { queue, troubles } = aQueue({ sideBySide, waiting: 100, remembered: 100 });
      const done: number[] = [];
      const inHand: string[] = [];
      let most = 0;
      for (const [index, { key, ticks }] of given.entries()) {
        const work = async (): Promise<void> => {
          expect(inHand).not.toContain(key);
          inHand.push(key);
          most = Math.max(most, inHand.length);
          for (let tick = 0; tick < ticks; tick += 1) await null;
          inHand.splice(inHand.indexOf(key), 1);
          done.push(index);
        };
        queue.put({ key, delivery: `${index}`, work });
      }
      await queue.idle();
      for (const key of ["a", "b", "c", "d"]) {
        const own = given.flatMap((one, index) => (one.key === key ? [index] : []));
        expect(done.filter((index) => own.includes(index))).toEqual(own);
      }
      expect([most <= sideBySide, troubles]).toEqual([true, []]);
    }),
  );
});

it("returns at once, whatever the work", async () => {
  const { queue } = aQueue();
  const { work, end } = held();
  const done: string[] = [];
  queue.put({ key: "a", delivery: "1", work: () => work().then(() => void done.push("1")) });
  expect(done).toEqual([]);
  end();
  await queue.idle();
  expect(done).toEqual(["1"]);
});

it("does a delivery once, and forgets the oldest of many", async () => {
  const { queue } = aQueue({ remembered: 2 });
  const done: string[] = [];
  for (const delivery of ["1", "1", "2", "3", "1"]) queue.put({ key: delivery, delivery, work: async () => void done.push(delivery) });
  await queue.idle();
  expect(done).toEqual(["1", "2", "3", "1"]);
});

it("tells of a job that throws, goes on with the others, and takes it again when it is sent again", async () => {
  const { queue, troubles } = aQueue();
  const done: string[] = [];
  const broken: Job = { key: "a", delivery: "1", work: () => Promise.reject(new Error("GitHub is down")) };
  queue.put(broken);
  queue.put({ key: "a", delivery: "2", work: async () => void done.push("2") });
  await queue.idle();
  queue.put({ ...broken, work: async () => void done.push("1") });
  await queue.idle();
  expect([done, troubles]).toEqual([["2", "1"], ["1: failed: GitHub is down"]]);
});

it("takes no more for one issue than its bound, says so, and takes it later", async () => {
  const { queue, troubles } = aQueue({ waiting: 1 });
  const first = held();
  const done: string[] = [];
  queue.put({ key: "a", delivery: "1", work: first.work });
  for (const delivery of ["2", "3"]) queue.put({ key: "a", delivery, work: async () => void done.push(delivery) });
  queue.put({ key: "b", delivery: "4", work: async () => void done.push("4") });
  first.end();
  await queue.idle();
  queue.put({ key: "a", delivery: "3", work: async () => void done.push("3") });
  await queue.idle();
  expect([done, troubles]).toEqual([["4", "2", "3"], ["3: not taken: 1 wait for a already"]]);
});

it("lets the work in hand end when it is closed, drops what waits and takes nothing", async () => {
  const { queue, troubles } = aQueue({ sideBySide: 1 });
  const { work, end } = held();
  const done: string[] = [];
  queue.put({ key: "a", delivery: "1", work: () => work().then(() => void done.push("1")) });
  queue.put({ key: "a", delivery: "2", work: async () => void done.push("2") });
  queue.put({ key: "b", delivery: "3", work: async () => void done.push("3") });
  queue.close();
  queue.put({ key: "c", delivery: "4", work: async () => void done.push("4") });
  end();
  await queue.idle();
  expect(done).toEqual(["1"]);
  expect(troubles).toEqual([
    "2: not done: the bot was stopped before its turn",
    "3: not done: the bot was stopped before its turn",
    "4: not taken: the bot is being stopped",
  ]);
});

it("has room for what is vital, however much talk waits", async () => {
  const { queue, troubles } = aQueue({ waiting: 2 });
  const { work, end } = held();
  const done: string[] = [];
  queue.put({ key: "a", delivery: "0", work });
  for (const delivery of ["1", "2", "3"]) queue.put({ key: "a", delivery, work: async () => void done.push(delivery) });
  queue.put({ key: "a", delivery: "stop", vital: true, work: async () => void done.push("stop") });
  end();
  await queue.idle();
  expect([done, troubles.length]).toEqual([["1", "2", "stop"], 1]);
});
