/** The dead letters and troubles of the queue over a real redis-server: text that is no job, old graves, people who replay, and an absence. */
import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { expect, it } from "vitest";
import { connectRedis } from "#adapters/queue/redis/connect.ts";
import { jobStoreOf } from "#adapters/queue/redis/job-store.ts";
import { redisDeadLetters } from "#adapters/queue/redis-dead-letters.ts";
import { redisQueue } from "#adapters/queue/redis-queue.ts";
import type { Job } from "#ports/queue.ts";
import { NO_REDIS, startRedis } from "../../lab/net/redis.ts";
import { aJob, benchOf, noting, until } from "./queue-stage.ts";
import { overRedis, redisStage, silent } from "./redis-stage.ts";

const { open, placeOf, server } = redisStage();

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
