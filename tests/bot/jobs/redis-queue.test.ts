/** The queue over a real redis-server: the laws of all queues, and what several bots, a death and an absence bring with them. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { connectRedis, withoutCredentials } from "#adapters/queue/redis/connect.ts";
import { jobStoreOf } from "#adapters/queue/redis/job-store.ts";
import { redisDeadLetters } from "#adapters/queue/redis-dead-letters.ts";
import { redisQueue } from "#adapters/queue/redis-queue.ts";
import { Interrupted } from "#ports/failure.ts";
import type { Job } from "#ports/queue.ts";
import { readJob } from "../../../bot/jobs/read-job.ts";
import { type Bundle, bundle } from "../../builders/bundle.ts";
import { freePort } from "../../lab/net/free-port.ts";
import { NO_REDIS, type RedisServer, startRedis } from "../../lab/net/redis.ts";
import { QUEUE_LAWS } from "./queue-contract.ts";
import { aGate, aJob, type Bench, benchOf, type Given, noting, until } from "./queue-stage.ts";

const LEASE = 500;
const silent = { info: () => undefined, warn: () => undefined };

let server: RedisServer;
let child: Bundle;
const opened: Bench[] = [];

const placeOf = (prefix: string) => ({ url: server.url, prefix, lease: LEASE, read: readJob, log: silent });

/** Opens a bot on the lines below a prefix: new ones, or those of another bot. */
async function open(given: Given, prefix: string = randomUUID()): Promise<Bench> {
  const bench = await benchOf(given, (options) => redisQueue(options, placeOf(prefix)));
  opened.push(bench);
  return bench;
}

/** Starts a bot as a process, waits until it has begun a job, and kills it. Gives the job's delivery. */
async function killedAtWork(prefix: string): Promise<string> {
  const bot = spawn(process.execPath, [child.file, server.url, prefix], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = await once(bot.stdout, "data");
  bot.kill("SIGKILL");
  await once(bot, "close");
  return String(said).trim().replace("begun ", "");
}

const overRedis = describe.skipIf(NO_REDIS !== "");

beforeAll(async () => {
  if (NO_REDIS === "") [server, child] = await Promise.all([startRedis(), bundle("tests/bot/jobs/queue-child.ts")]);
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ queue }) => queue.close()));
});

afterAll(async () => {
  if (NO_REDIS === "") await Promise.all([server.remove(), child.remove()]);
});

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

overRedis(`text in Redis that is no job${NO_REDIS}`, () => {
  /** What another program, or another version of ours, left there. */
  async function planted(prefix: string, change: (redis: Redis) => Promise<unknown>): Promise<void> {
    const { quick, close } = await connectRedis(server.url, silent);
    const store = jobStoreOf(quick, { ...placeOf(prefix), waiting: 10, ofOne: 10, deadLetterLimit: 10 });
    for (const delivery of ["1", "2", "3"]) await store.put(aJob("a", delivery));
    await change(quick);
    await close();
  }

  it.each([
    { what: "no JSON", says: "is not valid JSON", change: (redis: Redis, jobs: string) => redis.hset(jobs, "2", "hello") },
    { what: "no job", says: "no job of this bot", change: (redis: Redis, jobs: string) => redis.hset(jobs, "2", '{"key":"a"}') },
    { what: "nothing", says: "nothing is kept of it", change: (redis: Redis, jobs: string) => redis.hdel(jobs, "2") },
    {
      what: "another's job",
      says: "it is the delivery 9 for b",
      change: (redis: Redis, jobs: string) => redis.hset(jobs, "2", JSON.stringify(aJob("b", "9"))),
    },
  ])("goes to the dead with a reason and holds up nobody: $what", async ({ says, change }) => {
    const prefix = randomUUID();
    await planted(prefix, (redis) => change(redis, `${prefix}:jobs`));
    const done: string[] = [];
    const { queue, troubles } = await open({ work: noting(done) }, prefix);
    await until(async () => (await queue.length()) === 0);
    await until(() => done.length === 2);
    const graves = await queue.deadLetters();
    expect([done, troubles(), graves.map(({ job }) => job.delivery)]).toEqual([["1", "3"], ["dead 2"], ["2"]]);
    expect(graves[0]?.why).toContain(says);
  });

  it("holds up nobody in the middle of a line that names no delivery", async () => {
    const prefix = randomUUID();
    await planted(prefix, (redis) => redis.linsert(`${prefix}:line:a`, "BEFORE", "t2", "?"));
    const done: string[] = [];
    const { queue } = await open({ work: noting(done) }, prefix);
    await until(() => done.length === 3);
    expect([done, (await queue.deadLetters()).length]).toEqual([["1", "2", "3"], 1]);
  });

  it("stands among the dead as what it is, and cannot be replayed", async () => {
    const prefix = randomUUID();
    await planted(prefix, (redis) => redis.hset(`${prefix}:dead`, "8", "[1"));
    const graves = await redisDeadLetters(placeOf(prefix), { tries: 3, pause: 1, waiting: 3, ofOne: 3, deadLetterLimit: 10 });
    expect((await graves.deadLetters()).map(({ job, why }) => [job.delivery, why])).toEqual([
      ["8", expect.stringContaining("cannot be read")],
    ]);
    await expect(graves.replay("8")).rejects.toThrow("JSON");
    expect([await graves.discard("8"), await graves.deadLetters()]).toEqual([true, []]);
    await graves.close();
  });
});

overRedis(`graves that an older bot left in Redis${NO_REDIS}`, () => {
  it("leave before all others, a hundred at one time", async () => {
    const prefix = randomUUID();
    const { quick, close } = await connectRedis(server.url, silent);
    const graveOf = (delivery: string) => JSON.stringify({ job: aJob("a", delivery), at: 1, tries: 1, why: "old" });
    const old = Array.from({ length: 150 }, (_, nth) => `${nth}`);
    await quick.hset(`${prefix}:dead`, Object.fromEntries(old.map((delivery) => [delivery, graveOf(delivery)])));
    const { queue, news } = await open({ work: () => Promise.reject(new Error("a bug")), deadLetterLimit: 2 }, prefix);
    await queue.put(aJob("a", "new 1"));
    await until(async () => (await queue.deadLetters()).length === 51);
    await queue.put(aJob("a", "new 2"));
    await until(async () => (await queue.deadLetters()).length === 2);
    expect((await queue.deadLetters()).map(({ job }) => job.delivery)).toEqual(["new 1", "new 2"]);
    await until(() => news.length === 152);
    const gone = news.filter(({ kind }) => kind === "lost").map(({ job }) => job);
    expect(gone.sort((a, b) => Number(a.delivery) - Number(b.delivery))).toEqual(old.map((delivery) => aJob("a", delivery)));
    expect(await quick.zcard(`${prefix}:died`)).toBe(2);
    for (const delivery of ["new 1", "new 2"]) await queue.discard(delivery);
    expect(await quick.exists(`${prefix}:died`, `${prefix}:dead`)).toBe(0);
    await close();
  });
});

overRedis(`people and troubles over Redis${NO_REDIS}`, () => {
  it("shows the dead to a person, and has a bot do what they replay", async () => {
    const prefix = randomUUID();
    const done: string[] = [];
    const broken = new Set(["1", "2"]);
    const work = async (job: Job): Promise<void> => (broken.has(job.delivery) ? Promise.reject(new Error("a bug")) : noting(done)(job));
    const { queue } = await open({ work }, prefix);
    for (const delivery of ["1", "2"]) await queue.put(aJob("a", delivery));
    const graves = await redisDeadLetters(placeOf(prefix), { tries: 3, pause: 1, waiting: 3, ofOne: 3, deadLetterLimit: 10 });
    await until(async () => (await graves.deadLetters()).length === 2);
    expect((await graves.deadLetters())[0]).toMatchObject({ job: aJob("a", "1"), tries: 1, why: "a bug" });
    broken.clear();
    expect([await graves.replay("1"), await graves.replay("1"), await queue.put(aJob("a", "2"))]).toEqual([true, false, "taken"]);
    await until(() => done.length === 2);
    expect(await graves.deadLetters()).toEqual([]);
    await graves.close();
    const { quick, close } = await connectRedis(server.url, silent);
    expect(await quick.exists(`${prefix}:dead`, `${prefix}:died`)).toBe(0);
    await close();
  });

  it("says at once that Redis is away, and goes on when it is there again", async () => {
    const own = await startRedis();
    const done: string[] = [];
    const bench = await benchOf({ work: noting(done) }, (options) => redisQueue(options, { ...placeOf("away"), url: own.url }));
    await bench.queue.put(aJob("a", "1"));
    await until(() => done.length === 1);
    await own.stop();
    await until(async () => !(await bench.queue.ready()));
    await expect(bench.queue.put(aJob("a", "2"))).rejects.toMatchObject({ service: "queue", retryable: true });
    await own.start();
    await until(() => bench.queue.ready());
    expect([await bench.queue.put(aJob("a", "1")), await bench.queue.put(aJob("a", "2"))]).toEqual(["doubled", "taken"]);
    await until(() => done.length === 2);
    await bench.queue.close();
    await own.remove();
  });
});

it("says where Redis is not, without the password", async () => {
  const port = await freePort();
  const url = `redis://bot:secret@127.0.0.1:${port}/2`;
  expect(withoutCredentials(url)).toBe(`redis://127.0.0.1:${port}/2`);
  await expect(connectRedis(url, silent)).rejects.toThrow(`Redis at redis://127.0.0.1:${port}/2 cannot be reached: see REDIS_URL`);
});
