/** The bot as a server: Probot's, with our handlers, and an end that loses as little as can be. */
import { setTimeout as sleep } from "node:timers/promises";
import { Probot, Server } from "probot";
import { queueOf } from "#adapters/queue/in-process.ts";
import type { Job, News, Queue, QueueOptions } from "#ports/queue.ts";
import { guardOf, listen } from "./app.ts";
import { LARGEST_BODY, limitBodies } from "./body-limit.ts";
import { perform, readJob } from "./job.ts";
import { BotOctokit } from "./octokit.ts";
import type { Settings } from "./settings.ts";

/** Milliseconds at the end: for work in hand to end by itself, then for a run that is stopped to be written down. Docker gives ten seconds. */
export interface Patience {
  readonly finish: number;
  readonly stop: number;
}

export interface Bot {
  /** Takes no webhook any more, lets the work in hand end or stops it. True when nothing was cut off. */
  stop(patience: Patience): Promise<boolean>;
}

/** Issues that are at work at one time, jobs of one issue that wait, tries of a job with the first pause between them, and what memory holds. */
const BOUNDS = { sideBySide: 4, waiting: 20, tries: 5, pause: 1_000, remembered: 10_000, dead: 1_000 };

/** Where the queue lies in Redis, and how long a bot may give no sign of life until another one takes over what it had in hand. */
const REDIS = { prefix: "loopwright", lease: 15_000 };

/** Listens. Throws an `Error` when the port is taken. `logFormat`: `pretty` for people, `json` for machines. */
export async function serve(settings: Settings, logFormat: "pretty" | "json"): Promise<Bot> {
  const { appId, privateKey, webhookSecret: secret, apiUrl: baseUrl, port, host, logLevel } = settings;
  const account = { appId, privateKey, secret, baseUrl };
  // Probot makes its log itself, and the server takes one only ready made.
  const { log } = await new Probot({ ...account, logLevel, logFormat }).ready();
  const over = new AbortController();
  const app = new BotOctokit({ baseUrl, auth: { appId, privateKey }, log });
  const world = { settings, app, guard: guardOf(settings), log, signal: over.signal };
  const options = { ...BOUNDS, work: (job: Job) => perform(job, world), tell: (news: News) => write(news, log) };
  const queue = settings.redisUrl === null ? queueOf(options) : await overRedis(settings.redisUrl, options, log);
  const server = new Server({
    host,
    port,
    log,
    enablePing: false,
    enableStaticFiles: false,
    Probot: Probot.defaults({ ...account, Octokit: BotOctokit }),
  });
  await server.load((probot) => listen(probot, queue));
  server.addHandler((request, response) => {
    if (request.url !== "/healthz") return false;
    response.writeHead(200, { "content-type": "text/plain" }).end("ok\n");
    return true;
  });
  limitBodies(await server.start(), LARGEST_BODY);
  return { stop: (patience) => end(server, queue, over, patience) };
}

/** Read only where it is used: the package is larger than the bot. */
async function overRedis(url: string, options: QueueOptions, log: Probot["log"]): Promise<Queue> {
  const { redisQueue } = await import("#adapters/queue/redis.ts");
  return redisQueue(options, { ...REDIS, url, read: readJob, log });
}

async function end(server: Server, queue: Queue, over: AbortController, { finish, stop }: Patience): Promise<boolean> {
  const closed = server.stop();
  const whole = await within(queue.settle(), finish);
  const last = queue.close();
  if (!whole) over.abort();
  await within(Promise.all([last, closed]), stop);
  return whole;
}

function write({ job: { key, delivery }, kind, what, ms, error: err }: News, log: Probot["log"]): void {
  const line = `webhook ${delivery} for ${key}: ${what}`;
  const about = { delivery, issue: key, ...(ms !== undefined && { ms: Math.round(ms) }), ...(err !== undefined && { err }) };
  if (kind === "done") log.info(about, line);
  else if (kind === "again") log.warn(about, line);
  else log.error(about, line);
}

/** False when it takes longer. */
async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  const done = new AbortController();
  const late = sleep(ms, false, { signal: done.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    done.abort();
  }
}
