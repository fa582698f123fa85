/** The queue over a real redis-server: the laws of all queues, and several bots, a death and a good end over it. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { connectRedis, withoutCredentials } from "#adapters/queue/redis/connect.ts";
import { jobStoreOf } from "#adapters/queue/redis/job-store.ts";
import { Interrupted } from "#ports/failure.ts";
import type { Job } from "#ports/queue.ts";
import { freePort } from "../../lab/net/free-port.ts";
import { NO_REDIS } from "../../lab/net/redis.ts";
import { QUEUE_LAWS } from "./queue-contract.ts";
import { aGate, aJob, type Bench, noting, until } from "./queue-stage.ts";
import { overRedis, redisStage, silent } from "./redis-stage.ts";

const { open, placeOf, killedAtWork, server } = redisStage();

overRedis(`over Redis${NO_REDIS}`, () => {
  it.each(QUEUE_LAWS)("$law", ({ holds }) => holds({ open, rounds: 8 }));
});

overRedis(`several bots over Redis${NO_REDIS}`, () => {
  it("keeps the order of each key over two bots, and does each job once", async () => {
    const prefix = randomUUID();
    const done: string[] = [];
    const inHand = new Set<string>();
    const work = async (job: Job): Promise<void> => {
      expect(inHand).not.toContain(job.key);
      inHand.add(job.key);
      await new Promise((resolve) => setTimeout(resolve, Number(job.delivery) % 4));
      inHand.delete(job.key);
      await noting(done)(job);
    };
    const bots = [await open({ work, waiting: 100 }, prefix), await open({ work, waiting: 100 }, prefix)] as const;
    const keys = ["a", "b", "c", "d", "e"];
    for (let count = 0; count < 150; count += 1) {
      const job = aJob(keys[count % 5] ?? "", `${count}`);
      // Both are told of it, as when GitHub sends it twice.
      const taken = await Promise.all(bots.map(({ queue }) => queue.put(job)));
      expect([...taken].sort()).toEqual(["doubled", "taken"]);
    }
    await until(async () => (await bots[0].queue.length()) === 0);
    for (const rest of [0, 1, 2, 3, 4]) {
      const own = done.map(Number).filter((count) => count % 5 === rest);
      expect(own).toEqual(Array.from({ length: 30 }, (_, index) => index * 5 + rest));
    }
    expect(bots.map(({ news }) => news.length > 0)).toEqual([true, true]);
  });

  it("has another bot do what a bot had in hand that died, before what came after it", async () => {
    const prefix = randomUUID();
    const first = await open({ work: () => Promise.reject(new Error("closed before it works")) }, prefix);
    await first.queue.drain();
    for (const delivery of ["1", "2", "3"]) await first.queue.put(aJob("a", delivery));
    expect(await killedAtWork(prefix)).toBe("1");
    const done: string[] = [];
    const { queue } = await open({ work: noting(done) }, prefix);
    await until(async () => (await queue.length()) === 0);
    expect(done).toEqual(["1", "2", "3"]);
  });

  it("gives up a job that has cost several bots, and does what comes after it", async () => {
    const prefix = randomUUID();
    const first = await open({ work: async () => undefined }, prefix);
    await first.queue.drain();
    for (const delivery of ["1", "2"]) await first.queue.put(aJob("a", delivery));
    for (let killed = 0; killed < 4; killed += 1) expect(await killedAtWork(prefix)).toBe("1");
    const done: string[] = [];
    const { queue, troubles } = await open({ work: noting(done) }, prefix);
    await until(async () => (await queue.length()) === 0);
    expect([done, troubles(), (await queue.deadLetters()).map(({ job }) => job.delivery)]).toEqual([["2"], ["dead 1"], ["1"]]);
  });
});

overRedis(`a bot over Redis that ends in good order${NO_REDIS}`, () => {
  /** The pause is one that no test would outlive. */
  const options = { tries: 2, pause: 600_000, sideBySide: 1 };

  /** A bot begins a job, is closed, and puts it down. Gives the job's delivery and what the bot told. */
  async function putDown(prefix: string): Promise<readonly [string, Bench]> {
    const begun: string[] = [];
    const gate = aGate();
    const work = async ({ delivery }: Job): Promise<void> => {
      begun.push(delivery);
      await gate.passed;
      throw new Interrupted("HYDRATE is put down");
    };
    const bench = await open({ ...options, work }, prefix);
    await until(() => begun.length > 0);
    const closed = bench.queue.close();
    gate.open();
    await closed;
    return [begun.join(), bench];
  }

  it("has another bot do what it put down, before what came after it, at once and at the cost of no try", async () => {
    const prefix = randomUUID();
    const first = await open({ ...options, work: async () => undefined }, prefix);
    await first.queue.drain();
    for (const [key, delivery] of [
      ["a", "1"],
      ["b", "2"],
      ["a", "3"],
    ] as const)
      await first.queue.put(aJob(key, delivery));
    for (let ended = 0; ended < 3; ended += 1) {
      const [begun, { troubles }] = await putDown(prefix);
      expect([begun, troubles()]).toEqual(["1", ["again 1"]]);
    }
    const done: string[] = [];
    const last = await open({ ...options, work: noting(done) }, prefix);
    await until(async () => (await last.queue.length()) === 0);
    expect([done, last.troubles(), await last.queue.deadLetters()]).toEqual([["1", "2", "3"], [], []]);
    // The key has its turns as before.
    await last.queue.put(aJob("a", "4"));
    await until(() => done.length === 4);
  });
});

overRedis(`a bot over Redis${NO_REDIS}`, () => {
  it("finds a job that was kept by a bot that died before it could say so", async () => {
    const prefix = randomUUID();
    const redis = await connectRedis(server.url, silent);
    await jobStoreOf(redis.quick, { ...placeOf(prefix), waiting: 10, ofOne: 10, deadLetterLimit: 10 }).put(aJob("a", "1"));
    await redis.close();
    const done: string[] = [];
    await open({ work: noting(done) }, prefix);
    await until(() => done.length === 1);
  });

  it("leaves to other bots what waits when it is closed", async () => {
    const prefix = randomUUID();
    const gate = aGate();
    const begun: string[] = [];
    const work = async ({ delivery }: Job): Promise<void> => {
      begun.push(delivery);
      await gate.passed;
    };
    const { queue, news } = await open({ work }, prefix);
    for (const delivery of ["1", "2"]) await queue.put(aJob("a", delivery));
    await until(() => begun.length > 0);
    const settled = queue.drain();
    gate.open();
    await settled;
    await queue.close();
    expect(news.map(({ kind, job }) => `${kind} ${job.delivery}`)).toEqual(["done 1"]);
    const done: string[] = [];
    await open({ work: noting(done) }, prefix);
    await until(() => done.length === 1);
    expect(done).toEqual(["2"]);
  });
});

it("says where Redis is not, without the password", async () => {
  const port = await freePort();
  const url = `redis://bot:secret@127.0.0.1:${port}/2`;
  expect(withoutCredentials(url)).toBe(`redis://127.0.0.1:${port}/2`);
  await expect(connectRedis(url, silent)).rejects.toThrow(`Redis at redis://127.0.0.1:${port}/2 cannot be reached: see REDIS_URL`);
});
