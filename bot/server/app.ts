/** Webhooks in, jobs out: GitHub is answered as soon as the job is kept, and the work is done after. */
import type { Probot } from "probot";
import { keysOf } from "#adapters/model-by-provider.ts";
import { type SecretGuard, secretGuardOver } from "#core/analysis/secrets/redact.ts";
import { HANDLED_EVENTS } from "#hub/issue-events.ts";
import type { Queue } from "#ports/queue.ts";
import type { Settings } from "../config/settings.ts";
import { jobsOf, WORKFLOW_RUN_COMPLETED } from "../jobs/job.ts";
import type { Metrics } from "./metrics.ts";

/** Knows all that the bot is started with and nobody may see. */
export function botSecretGuard({ access, privateKey, webhookSecret, oldWebhookSecret: old, redisUrl }: Settings): SecretGuard {
  const password = redisUrl === null ? "" : decodeURIComponent(new URL(redisUrl).password);
  return secretGuardOver([...keysOf(access), privateKey, webhookSecret, ...[old ?? "", password].filter((secret) => secret !== "")]);
}

/**
 * Registers the handlers. Each is done when its job is kept. A payload of another shape is answered with an error, and so is a job that
 * cannot be kept: GitHub shows it as not delivered, and a person can send it again.
 */
export function queueWebhooks(probot: Probot, queue: Pick<Queue, "put">, { countWebhook }: Pick<Metrics, "countWebhook">): void {
  probot.on([...HANDLED_EVENTS, WORKFLOW_RUN_COMPLETED], async ({ id, name, payload }) => {
    const jobs = jobsOf(`${name}.${payload.action}`, id, payload);
    // What is ahead of its turn has a turn as well, and that one counts.
    const taken = (await Promise.all(jobs.map((job) => queue.put(job)))).at(-1);
    if (taken === undefined) return countWebhook("ignored");
    if (taken === "closed") throw new Error(`webhook ${id} was not taken: the bot is being stopped`);
    countWebhook(taken);
  });
}
