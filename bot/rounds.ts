/** At the start, and every five minutes after: what no webhook told is looked for (security 3.2, WH-18). A look is a job like any other. */
import type { Probot } from "probot";
import { dueIssues } from "#adapters/octokit/due-issues.ts";
import { checked } from "#adapters/octokit/outgoing.ts";
import { redactedLog } from "#adapters/redacted-log.ts";
import { ROUND } from "#core/looks.ts";
import { messageOf } from "#core/message-of.ts";
import type { Guard } from "#core/redact.ts";
import type { Log } from "#ports/log.ts";
import type { Queue } from "#ports/queue.ts";
import { STATUS_LABELS } from "#text/label.ts";
import { inTurn } from "./in-turn.ts";
import { lookAt } from "./job.ts";
import { narrowed } from "./narrow.ts";
import { type AppClient, type Tenancy, tenancies } from "./tenants.ts";

/** An issue that is worth a look. */
interface Wanted {
  readonly tenancy: Tenancy;
  readonly issue: number;
}

/** Issues that one round looks at; more of them take turns. */
const MOST = 200;

export interface RoundsWorld {
  /** The App itself. */
  readonly app: AppClient;
  /** Knows the secrets of the bot. */
  readonly guard: Guard;
  readonly log: Probot["log"];
  readonly queue: Pick<Queue, "put">;
}

/** Looks at once, and again and again until it is told to end. Gives what ends it: resolves when no look is under way. */
export function makeRounds(world: RoundsWorld, every = ROUND): () => Promise<void> {
  const due = dueIssues(STATUS_LABELS);
  const waiting = new Map<string, Wanted>();
  let under: Promise<void> = Promise.resolve();
  const go = (): void => {
    under = round(world, due, { slot: String(Math.floor(Date.now() / every)), waiting });
  };
  go();
  const timer = setInterval(go, every);
  timer.unref();
  return () => {
    clearInterval(timer);
    return under;
  };
}

/** Puts a job for each issue that is worth a look. Never rejects: what GitHub refuses is a line in the log, and the next round tries again. */
async function round(
  world: RoundsWorld,
  due: ReturnType<typeof dueIssues>,
  { slot, waiting }: { readonly slot: string; readonly waiting: Map<string, Wanted> },
): Promise<void> {
  const { app, log, queue, guard } = world;
  const lines = redactedLog({ info: (line) => log.info(line), warn: (line) => log.warn(line) }, guard.hide);
  try {
    for (const tenancy of await tenancies(app, log, lines.warn)) {
      const found = await issuesOf(tenancy, { ...world, warn: lines.warn }, due).catch((error: unknown) => {
        lines.warn(`nothing was looked for in ${nameOf(tenancy)}: ${messageOf(error)}`);
        return [];
      });
      for (const issue of found) waiting.set(`${nameOf(tenancy)}#${issue}`, { tenancy, issue });
    }
    await inTurn(waiting, MOST, async ({ tenancy, issue }) => void (await queue.put(lookAt(issue, slot, tenancy))));
  } catch (error) {
    lines.warn(`this round of looks came to no end; the next one is due in some minutes: ${messageOf(error)}`);
  }
}

function issuesOf(
  { repository, installation }: Tenancy,
  { app, log, guard, warn }: RoundsWorld & Pick<Log, "warn">,
  due: ReturnType<typeof dueIssues>,
): Promise<readonly number[]> {
  const client = narrowed(app, { installationId: installation.id, repositoryId: repository.id }, log);
  const api = checked(client, { guard, warn });
  return due(api, { owner: repository.owner.login, repo: repository.name }, Date.now());
}

function nameOf({ repository: { owner, name } }: Tenancy): string {
  return `${owner.login}/${name}`;
}
