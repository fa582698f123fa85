/** Two queues as one: the laws of all queues, and that nothing which may wait stands before what may not. */
import { describe, expect, it } from "vitest";
import { inProcessQueue } from "#adapters/queue/in-process.ts";
import { queueWithLanes } from "#adapters/queue/lanes.ts";
import type { Job, QueueOptions } from "#ports/queue.ts";
import { openQueue } from "../../../bot/jobs/queue.ts";
import { QUEUE_LAWS } from "./queue-contract.ts";
import { aGate, aJob, type Bench, benchOf, type Given, noting, until } from "./queue-stage.ts";

const MEMORY = { remembered: 1_000, dead: 1_000 };
const silent = { info: () => undefined, warn: () => undefined };

function open(given: Given): Promise<Bench> {
  const one = (options: QueueOptions) => inProcessQueue({ ...options, ...MEMORY });
  return benchOf(given, (options) => queueWithLanes(one(options), one(options)));
}

const ahead = (key: string, delivery: string): Job => ({ ...aJob(key, delivery, true), ahead: true });

/** The laws hold for either lane. */
describe.each([
  { lane: "turns", marked: {} },
  { lane: "ahead", marked: { ahead: true } as const },
])("the lane $lane", ({ marked }) => {
  const inLane = async (given: Given): Promise<Bench> => {
    const bench = await open({ ...given, work: ({ ahead: _, ...job }) => given.work(job) });
    const { queue, news, troubles } = bench;
    const plain = ({ ahead: _, ...job }: Job): Job => job;
    return {
      queue: {
        ...queue,
        put: (job) => queue.put({ ...job, ...marked }),
        deadLetters: async () => (await queue.deadLetters()).map((grave) => ({ ...grave, job: plain(grave.job) })),
      },
      news,
      troubles,
    };
  };
  it.each(QUEUE_LAWS)("$law", ({ holds }) => holds({ open: inLane, rounds: 30 }));
});

it("does what cannot wait while every hand has work of minutes, of its own key and of others", async () => {
  const gate = aGate();
  const done: string[] = [];
  const work = async (job: Job): Promise<void> => {
    if (job.ahead !== true) await gate.passed;
    await noting(done)(job);
  };
  const queue = await openQueue(null, { work, tell: () => undefined, hide: (text) => text }, silent);
  for (const key of ["a", "b", "c", "d", "e", "f"]) await queue.put(aJob(key, `plan ${key}`));
  expect(await queue.put(ahead("a", "stop a"))).toBe("taken");
  expect(await queue.put(ahead("f", "stop f"))).toBe("taken");
  await until(() => done.length === 2);
  expect([[...new Set(done)].length, await queue.length()]).toEqual([2, 6]);
  gate.open();
  await queue.drain();
  expect([done.length, await queue.length()]).toEqual([8, 0]);
  await queue.close();
  expect([await queue.put(ahead("a", "late")), await queue.ready()]).toEqual(["closed", false]);
});

it("shows the dead of both, the oldest first, and has either done again", async () => {
  const broken = new Set(["1", "2"]);
  const done: string[] = [];
  const work = async (job: Job): Promise<void> => (broken.has(job.delivery) ? Promise.reject(new Error("a bug")) : noting(done)(job));
  const { queue } = await open({ work });
  await queue.put(ahead("a", "1"));
  await until(async () => (await queue.deadLetters()).length === 1);
  await queue.put(aJob("a", "2"));
  await until(async () => (await queue.deadLetters()).length === 2);
  expect((await queue.deadLetters()).map(({ job }) => job.delivery)).toEqual(["1", "2"]);
  broken.clear();
  expect([await queue.replay("2"), await queue.replay("1"), await queue.replay("3")]).toEqual([true, true, false]);
  await until(() => done.length === 2);
});
