/** Turns webhooks into jobs: the bot answers GitHub as soon as the job is stored, and does the work afterwards. */
import type { Probot } from "probot";
import { keysOf } from "#adapters/model/provider-access.ts";
import { type SecretGuard, secretGuardOver } from "#core/analysis/secrets/redact.ts";
import { BOT_EVENTS, webhookName } from "#hub/task.ts";
import { namesInstallation } from "#hub/webhook-origin.ts";
import type { Queue } from "#ports/queue.ts";
import type { Settings } from "../config/settings.ts";
import { jobsOf } from "../jobs/job.ts";
import type { Metrics } from "./metrics.ts";

/** Guards all secrets that the bot is started with. */
export function botSecretGuard({
  access,
  privateKey,
  webhookSecret,
  oldWebhookSecret: old,
  redisUrl,
}: Settings): SecretGuard {
  const password = redisUrl === null ? "" : decodeURIComponent(new URL(redisUrl).password);
  return secretGuardOver([
    ...keysOf(access),
    privateKey,
    webhookSecret,
    ...[old ?? "", password].filter((secret) => secret !== ""),
  ]);
}

/**
 * Registers the handlers, which end when their job is stored. A webhook without an installation is taken and does
 * nothing: sent again, it would name none either. A payload of another shape is answered with an error, and
 * so is a job that cannot be stored: GitHub lists it as a failed delivery, and a person can redeliver it.
 */
export function queueWebhooks(
  probot: Probot,
  queue: Pick<Queue, "put">,
  { countWebhook }: Pick<Metrics, "countWebhook">,
  warn: (line: string) => void,
): void {
  probot.on([...BOT_EVENTS], async ({ id, name, payload }) => {
    if (!namesInstallation(payload)) {
      warn(`webhook ${id} names no installation of the App: nothing was done with it`);
      return countWebhook("ignored");
    }
    const jobs = jobsOf(webhookName(name, payload), id, payload);
    // A job that runs ahead of the queue is queued in its turn as well, and the one in its turn counts.
    const taken = (await Promise.all(jobs.map((job) => queue.put(job)))).at(-1);
    if (taken === undefined) return countWebhook("ignored");
    if (taken === "closed") throw new Error(`webhook ${id} was not taken: the bot is being stopped`);
    countWebhook(taken);
  });
}
