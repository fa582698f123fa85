/** A redis-server for a file of tests, and the bots over it: opened in this process, or killed in one of their own. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { redisQueue } from "#adapters/queue/redis-queue.ts";
import { readJob } from "../../../bot/jobs/read-job.ts";
import { type Bundle, bundle } from "../../builders/bundle.ts";
import { NO_REDIS, type RedisServer, startRedis } from "../../lab/net/redis.ts";
import { type Bench, benchOf, type Given } from "./queue-stage.ts";

const LEASE = 500;

/** A log that nobody reads. */
export const silent = { info: () => undefined, warn: () => undefined };

/** Tests that need a redis-server, and are skipped where there is none. */
export const overRedis = describe.skipIf(NO_REDIS !== "");

/** Starts the server before the tests of the file, closes what each test has opened, and removes the server at the end. */
export function redisStage() {
  let running: RedisServer;
  let child: Bundle;
  const opened: Bench[] = [];
  const server = {
    get url(): string {
      return running.url;
    },
  };

  beforeAll(async () => {
    if (NO_REDIS === "") [running, child] = await Promise.all([startRedis(), bundle("tests/bot/jobs/queue-child.ts")]);
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ queue }) => queue.close()));
  });

  afterAll(async () => {
    if (NO_REDIS === "") await Promise.all([running.remove(), child.remove()]);
  });

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

  return { server, placeOf, open, killedAtWork };
}
