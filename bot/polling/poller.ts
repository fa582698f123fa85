/**
 * The bot polls GitHub at its start and every five minutes for issues whose webhook it missed; each find is a job like
 * any other.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { withOutgoingGuard } from "#adapters/github/client/outgoing-guard.ts";
import { dueIssues } from "#adapters/github/issue/due-issues.ts";
import { redactedLog } from "#adapters/redacted-log.ts";
import { POLL_INTERVAL } from "#core/config/poll-intervals.ts";
import { messageOf } from "#core/values/message-of.ts";
import { DASHBOARD_LABEL } from "#text/comments/dashboard.ts";
import { STATUS_LABELS } from "#text/phrases/label.ts";
import { PollerOctokit } from "../jobs/octokit.ts";
import { pollJobOf } from "../jobs/poll-job.ts";
import { scopedClient } from "../jobs/scoped-client.ts";
import { type InstalledRepository, listInstalledRepositories } from "./installations.ts";
import type { Held, Known, PollerPorts, Wanted } from "./poller-state.ts";
import { rateLimitReserveOf } from "./rate-limit-reserve.ts";
import { takeRoundRobin } from "./round-robin.ts";

/** An issue with one of these was handled, or is the dashboard itself. */
const HANDLED_LABELS = [...STATUS_LABELS, DASHBOARD_LABEL];

/** The most issues that one poll puts as jobs; the others take turns. */
const MOST = 200;

/**
 * Polls for which the bot remembers a repository that it no longer sees: one day. An installation may refuse for some
 * hours, and a first poll of a whole repository takes requests that count against the rate limit.
 */
const REMEMBERED = 288;

/**
 * Polls at once, then again until it is ended: `every` milliseconds after the last poll began, or right after it where
 * it took longer. Gives the function that ends it, which resolves when no poll is under way.
 */
export function startPoller(ports: PollerPorts, every = POLL_INTERVAL): () => Promise<void> {
  const { account, log, guard } = ports;
  const over = new AbortController();
  const lines = redactedLog({ info: (line) => log.info(line), warn: (line) => log.warn(line) }, guard.hide);
  const app = new PollerOctokit({ ...account, log });
  const held = { app, known: new Map<string, Known>(), lines, waiting: new Map<string, Wanted>(), signal: over.signal };
  const under = goOn(ports, held, every);
  return () => {
    over.abort();
    return under;
  };
}

async function goOn(ports: PollerPorts, held: Held, every: number): Promise<void> {
  const { signal } = held;
  while (!signal.aborted) {
    const began = Date.now();
    await poll(ports, held, String(Math.floor(began / every)));
    forget(held.known, began - REMEMBERED * every);
    await sleep(Math.max(0, began + every - Date.now()), undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/**
 * Puts a job for each due issue as soon as it is found; those left from earlier polls come first. Never rejects: a
 * refusal of GitHub is a line in the log, and the next poll tries again.
 */
async function poll(ports: PollerPorts, held: Held, slot: string): Promise<void> {
  const { app, lines, waiting, signal } = held;
  const polled = new Set<string>();
  const putJob = async ({ installed, issue }: Wanted): Promise<void> => {
    await ports.queue.put(pollJobOf(issue, slot, installed));
    polled.add(keyOf(installed, issue));
  };
  try {
    await takeRoundRobin(waiting, MOST, putJob);
    for (const installed of await listInstalledRepositories(app, ports.log, lines.warn)) {
      if (signal.aborted) return;
      for (const issue of await issuesOf(installed, ports, held)) {
        const key = keyOf(installed, issue);
        if (!polled.has(key)) waiting.set(key, { installed, issue });
      }
      await takeRoundRobin(waiting, MOST - polled.size, putJob);
    }
  } catch (error) {
    lines.warn(`this round of looks came to no end; the next one is due in some minutes: ${messageOf(error)}`);
  }
}

/**
 * The due issues of a repository; none, with a line in the log, where GitHub refuses or the rate-limit reserve is
 * reached.
 */
async function issuesOf(
  installed: InstalledRepository,
  { app, log, guard }: PollerPorts,
  { known, lines: { warn } }: Held,
): Promise<readonly number[]> {
  const { repository, installation } = installed;
  const client = scopedClient(
    app,
    { installationId: installation.id, repositoryId: repository.id },
    log,
    PollerOctokit,
  );
  const [name, now] = [nameOf(installed), Date.now()];
  const due =
    known.get(name)?.due ?? dueIssues({ owner: repository.owner.login, repo: repository.name }, HANDLED_LABELS);
  known.set(name, { due, at: now });
  const hasReserve = rateLimitReserveOf(client);
  const found = await due(withOutgoingGuard(client, { guard, warn }), now).catch((error: unknown) => {
    warn(`nothing was looked for in ${name}: ${messageOf(error)}`);
    return [];
  });
  if (found.length === 0 || hasReserve()) return found;
  warn(
    `looks at ${name} wait: of GitHub's requests for this hour the last fifth is left, and kept for what people say`,
  );
  return [];
}

function forget(known: Map<string, Known>, before: number): void {
  for (const [name, { at }] of known) if (at < before) known.delete(name);
}

function keyOf(installed: InstalledRepository, issue: number): string {
  return `${nameOf(installed)}#${issue}`;
}

function nameOf({ repository: { owner, name } }: InstalledRepository): string {
  return `${owner.login}/${name}`;
}
