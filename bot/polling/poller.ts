/** At the start, and every five minutes after: what no webhook told is looked for (security 3.2, WH-18). A look is a job like any other. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Probot } from "probot";
import { withOutgoingGuard } from "#adapters/github/client/outgoing-guard.ts";
import { type DueIssues, dueIssues } from "#adapters/github/issue/due-issues.ts";
import { redactedLog } from "#adapters/redacted-log.ts";
import type { SecretGuard } from "#core/analysis/secrets/redact.ts";
import { POLL_INTERVAL } from "#core/config/poll-intervals.ts";
import { messageOf } from "#core/values/message-of.ts";
import type { Log } from "#ports/log.ts";
import type { Queue } from "#ports/queue.ts";
import { STATUS_LABELS } from "#text/phrases/label.ts";
import { pollJobOf } from "../jobs/job.ts";
import { type AppAccount, PollerOctokit } from "../jobs/octokit.ts";
import { scopedClient, type TokenSource } from "../jobs/scoped-client.ts";
import { type AppClient, type InstalledRepository, listInstalledRepositories } from "./installations.ts";
import { rateLimitReserveOf } from "./rate-limit-reserve.ts";
import { takeRoundRobin } from "./round-robin.ts";

/** An issue that is worth a look. */
interface Wanted {
  readonly installed: InstalledRepository;
  readonly issue: number;
}

/** Issues that one round looks at; more of them take turns. */
const MOST = 200;

/**
 * Rounds for which a repository is remembered that is looked at no more: a day of them. An installation may refuse for some hours, and to
 * look at all of it as for the first time takes requests that count.
 */
const REMEMBERED = 288;

export interface PollerPorts {
  readonly account: AppAccount;
  /** The App's client, for the tokens of repositories: those that jobs there have already are good for a look, too. */
  readonly app: TokenSource;
  /** Knows the secrets of the bot. */
  readonly guard: SecretGuard;
  readonly log: Probot["log"];
  readonly queue: Pick<Queue, "put">;
}

/** A repository, as it was seen, and when it was last looked at, in milliseconds. */
interface Known {
  readonly due: DueIssues;
  readonly at: number;
}

/** What rounds share: what GitHub was seen to hold, by repository, and the issues whose turn has not come. */
interface Held {
  readonly app: AppClient;
  readonly known: Map<string, Known>;
  readonly lines: Log;
  readonly waiting: Map<string, Wanted>;
  readonly signal: AbortSignal;
}

/**
 * Looks at once, and again and again until it is told to end: `every` after the last round began, or as soon as it is over where it took
 * longer. Gives what ends it: resolves when no look is under way.
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
    await round(ports, held, String(Math.floor(began / every)));
    forget(held.known, began - REMEMBERED * every);
    await sleep(Math.max(0, began + every - Date.now()), undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/**
 * Puts a job for each issue that is worth a look, as soon as that is known; those that wait from before come first. Never rejects: what GitHub
 * refuses is a line in the log, and the next round tries again.
 */
async function round(ports: PollerPorts, held: Held, slot: string): Promise<void> {
  const { app, lines, waiting, signal } = held;
  const looked = new Set<string>();
  const look = async ({ installed, issue }: Wanted): Promise<void> => {
    await ports.queue.put(pollJobOf(issue, slot, installed));
    looked.add(keyOf(installed, issue));
  };
  try {
    await takeRoundRobin(waiting, MOST, look);
    for (const tenancy of await listInstalledRepositories(app, ports.log, lines.warn)) {
      if (signal.aborted) return;
      for (const issue of await issuesOf(tenancy, ports, held)) {
        const key = keyOf(tenancy, issue);
        if (!looked.has(key)) waiting.set(key, { installed: tenancy, issue });
      }
      await takeRoundRobin(waiting, MOST - looked.size, look);
    }
  } catch (error) {
    lines.warn(`this round of looks came to no end; the next one is due in some minutes: ${messageOf(error)}`);
  }
}

/** None, with a line in the log, where GitHub refuses, or where few of its requests are left. */
async function issuesOf(
  tenancy: InstalledRepository,
  { app, log, guard }: PollerPorts,
  { known, lines: { warn } }: Held,
): Promise<readonly number[]> {
  const { repository, installation } = tenancy;
  const client = scopedClient(app, { installationId: installation.id, repositoryId: repository.id }, log, PollerOctokit);
  const [name, now] = [nameOf(tenancy), Date.now()];
  const due = known.get(name)?.due ?? dueIssues({ owner: repository.owner.login, repo: repository.name }, STATUS_LABELS);
  known.set(name, { due, at: now });
  const hasSpare = rateLimitReserveOf(client);
  const found = await due(withOutgoingGuard(client, { guard, warn }), now).catch((error: unknown) => {
    warn(`nothing was looked for in ${name}: ${messageOf(error)}`);
    return [];
  });
  if (found.length === 0 || hasSpare()) return found;
  warn(`looks at ${name} wait: of GitHub's requests for this hour the last fifth is left, and kept for what people say`);
  return [];
}

function forget(known: Map<string, Known>, before: number): void {
  for (const [name, { at }] of known) if (at < before) known.delete(name);
}

function keyOf(tenancy: InstalledRepository, issue: number): string {
  return `${nameOf(tenancy)}#${issue}`;
}

function nameOf({ repository: { owner, name } }: InstalledRepository): string {
  return `${owner.login}/${name}`;
}
