/** Serves the bot: Probot's server with the bot's handlers, and an orderly shutdown. */
import { setTimeout as sleep } from "node:timers/promises";
import { Probot, Server } from "probot";
import { alignedClock } from "#adapters/github/client/aligned-clock.ts";
import { writePacingByInstallation } from "#adapters/github/client/write-pacing.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { BOT_EVENTS } from "#hub/task.ts";
import type { Job, Queue, QueueEvent } from "#ports/queue.ts";
import type { Settings } from "./config/settings.ts";
import { queueEventLogger } from "./jobs/log.ts";
import { BotOctokit, SilentOctokit } from "./jobs/octokit.ts";
import { ownLogin } from "./jobs/own-login.ts";
import { perform } from "./jobs/perform-job.ts";
import { openQueue } from "./jobs/queue.ts";
import { startPoller } from "./polling/poller.ts";
import { botSecretGuard, queueWebhooks } from "./server/app.ts";
import { bound } from "./server/bounds.ts";
import { type Ingress, ingressOf, type Webhook } from "./server/ingress.ts";
import { metricsOf } from "./server/metrics.ts";
import { serveMetrics } from "./server/metrics-server.ts";
import { pagesOf } from "./server/pages.ts";

/**
 * Milliseconds of the shutdown: for jobs to end by themselves, then to be suspended and stored. Docker gives ten
 * seconds. `notice`: the part of the first in which webhooks are still taken, so that the load balancer sees the end
 * before it comes; none where it is absent.
 */
export interface ShutdownTimeouts {
  readonly notice?: number;
  readonly finish: number;
  readonly stop: number;
}

export interface Bot {
  /**
   * Stops taking webhooks (after its notice, where other bots do the stored jobs), lets jobs end or suspends them for
   * the next bot. True when no job was cut off.
   */
  stop(patience: ShutdownTimeouts): Promise<boolean>;
}

/**
 * Probot with the bot's own entry of webhooks in the place of its own, which reads a body of any size and answers 202
 * to a body that does not end.
 */
function behind(Base: typeof Probot, given: Omit<Ingress, "events" | "receive">): typeof Probot {
  return class extends Base {
    override async getNodeMiddleware(): ReturnType<Probot["getNodeMiddleware"]> {
      // job.ts checks the payload's shape.
      const receive = (hook: Webhook): Promise<void> => this.receive(hook as Parameters<Probot["receive"]>[0]);
      return ingressOf({ ...given, events: BOT_EVENTS, receive });
    }
  };
}

/**
 * Starts the server. Throws an `Error` when the port is taken. `logFormat`: `pretty` for people, `json` for machines.
 */
export async function serve(settings: Settings, logFormat: "pretty" | "json"): Promise<Bot> {
  const { appId, privateKey, webhookSecret: secret, apiUrl: baseUrl, port, host, logLevel } = settings;
  const account = { appId, privateKey, secret, baseUrl };
  // Probot makes its log itself, and the server takes only a log that is already made.
  const { log } = await new Probot({ ...account, logLevel, logFormat }).ready();
  const over = new AbortController();
  const app = new BotOctokit({ baseUrl, auth: { appId, privateKey }, log });
  const guard = botSecretGuard(settings);
  const clock = alignedClock(systemClock, (line) => log.warn(line));
  const runs = new WeakMap<Job, string>();
  const ports = {
    settings,
    app,
    appLogin: ownLogin(app),
    guard,
    log,
    runs,
    clock,
    writePacingOf: writePacingByInstallation(clock),
    signal: over.signal,
  };
  const metrics = metricsOf();
  const write = queueEventLogger(log, guard.hide, runs);
  const tell = (news: QueueEvent): void => {
    metrics.countQueueEvent(news);
    write(news);
  };
  const queue = await openQueue(settings.redisUrl, { work: (job) => perform(job, ports), tell, hide: guard.hide }, log);
  const server = new Server({
    host,
    port,
    log,
    enablePing: false,
    enableStaticFiles: false,
    Probot: behind(Probot.defaults({ ...account, Octokit: SilentOctokit }), {
      secrets: [secret, ...(settings.oldWebhookSecret === null ? [] : [settings.oldWebhookSecret])],
      ignored: () => metrics.countWebhook("ignored"),
      warn: (line) => log.warn(line),
    }),
  });
  await server.load((probot) => queueWebhooks(probot, queue, metrics, (line) => log.warn(line)));
  let asked = false;
  server.addHandler(pagesOf({ queue, stopping: () => asked }));
  bound(await server.start(), metrics);
  const hideMetrics = await serveMetrics(settings.metrics, metrics, queue);
  const stopPoller = startPoller({ app, account: { baseUrl, auth: { appId, privateKey } }, guard, log, queue });
  return {
    stop: (patience) => {
      asked = true;
      void stopPoller();
      hideMetrics();
      // Jobs that only this process keeps would be lost: no other bot does them.
      const { notice = 0 } = settings.redisUrl === null ? {} : patience;
      return end(server, queue, over, { ...patience, notice });
    },
  };
}

async function end(
  server: Server,
  queue: Queue,
  over: AbortController,
  given: Required<ShutdownTimeouts>,
): Promise<boolean> {
  const { notice, finish, stop } = given;
  const shut = () => ({ closed: server.stop() });
  const noticed = notice === 0 ? shut() : sleep(notice).then(shut);
  const whole = await within(queue.drain(), finish);
  const { closed } = await noticed;
  const last = queue.close();
  if (!whole) over.abort();
  await within(Promise.all([last, closed]), stop);
  return whole;
}

/** Gives false when it takes longer. */
async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  const done = new AbortController();
  const late = sleep(ms, false, { signal: done.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    done.abort();
  }
}
