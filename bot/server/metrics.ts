/** The metrics of the bot, in the format of Prometheus. */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { PutResult, Queue, QueueEvent } from "#ports/queue.ts";

/**
 * The outcome of a webhook. `refused`: answered with an error, for any reason; `ignored`: taken, but it asks for
 * nothing.
 */
export type WebhookFate = Exclude<PutResult, "closed"> | "refused" | "ignored";

export interface Metrics {
  readonly countWebhook: (fate: WebhookFate) => void;
  readonly countQueueEvent: (news: QueueEvent) => void;
  /**
   * The page for Prometheus. It asks the queue for its length; where the queue does not answer, the length is left out.
   */
  readonly page: (queue: Pick<Queue, "length">) => Promise<string>;
  readonly contentType: string;
}

const FATES: readonly WebhookFate[] = ["taken", "doubled", "full", "refused", "ignored"];
const ENDS: readonly QueueEvent["kind"][] = ["done", "again", "dead", "lost"];
/** Seconds: a reaction takes less than one, a plan some minutes. */
const BUCKETS = [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1_000];

export function metricsOf(): Metrics {
  const registers = [new Registry()];
  const [registry] = registers;
  if (registry === undefined) throw new Error("bug: there is one registry");
  const webhooks = new Counter({
    name: "loopwright_webhooks_total",
    help: "Webhooks, by what became of them",
    labelNames: ["fate"],
    registers,
  });
  const jobs = new Counter({
    name: "loopwright_jobs_total",
    help: "Tries of jobs, by how they ended; lost: not taken, not done, or dead and kept no longer",
    labelNames: ["end"],
    registers,
  });
  const seconds = new Histogram({
    name: "loopwright_job_seconds",
    help: "Seconds that a try of a job took",
    buckets: BUCKETS,
    registers,
  });
  const length = new Gauge({
    name: "loopwright_queue_length",
    help: "Jobs that wait or are in hand, in all bots of the queue",
    registers,
  });
  // Outcomes that have not happened yet are shown as 0, so that an alert rule can use them.
  for (const fate of FATES) webhooks.inc({ fate }, 0);
  for (const end of ENDS) jobs.inc({ end }, 0);
  return {
    countWebhook: (fate) => webhooks.inc({ fate }),
    countQueueEvent: ({ kind, ms }) => {
      jobs.inc({ end: kind });
      if (ms !== undefined) seconds.observe(ms / 1_000);
    },
    page: async (queue) => {
      const now = await queue.length().catch(() => Number.NaN);
      length.set(now);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
