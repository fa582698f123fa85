/** Webhooks in, jobs out: GitHub is answered at once, and the work is done after. */
import type { Probot } from "probot";
import { keysOf } from "#adapters/model-by-provider.ts";
import { checked } from "#adapters/octokit/outgoing.ts";
import { redactedLog } from "#adapters/redacted-log.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { systemRandom } from "#adapters/system-random.ts";
import { type Guard, guardOver } from "#core/redact.ts";
import { deskOf } from "#hub/desk.ts";
import { endedOf, HEARD, heardOf, originOf } from "#hub/heard.ts";
import { close } from "#loop/desk/close.ts";
import type { Desk } from "#loop/desk/desk.ts";
import { expectsRun, hear, isVital, mayMeanUs } from "#loop/desk/hear.ts";
import { logOf } from "./log.ts";
import { type Minter, narrowed } from "./narrow.ts";
import type { Queue } from "./queue.ts";
import type { Settings } from "./settings.ts";

/** What the handlers work with. `signal`: aborted when work in hand must end now. */
export interface BotWorld {
  readonly settings: Settings;
  /** The App itself: it makes the tokens. */
  readonly app: Minter;
  readonly queue: Queue;
  /** Knows the secrets of the bot (`guardOf`). */
  readonly guard: Guard;
  readonly signal: AbortSignal;
}

/** Knows all that the bot is started with and nobody may see. */
export function guardOf({ access, privateKey, webhookSecret }: Settings): Guard {
  return guardOver([...keysOf(access), privateKey, webhookSecret]);
}

/** What Probot gives with a webhook, as far as it is used. `id`: GitHub's number of the delivery. */
interface Told {
  readonly id: string;
  readonly payload: { readonly action: string };
  readonly log: Probot["log"];
}

/** Registers the handlers. Each is done when its job is in the queue; a payload of another shape is answered with an error, and logged. */
export function listen(probot: Probot, world: BotWorld): void {
  probot.on([...HEARD], (context) => {
    const found = heardOf(`${context.name}.${context.payload.action}`, context.payload);
    // Prose never waits in line: a `/stop` behind it must find room there.
    if (found !== null && mayMeanUs(found.heard))
      enqueue(context, { issue: found.issue, vital: isVital(found.heard), expected: expectsRun(found.heard) }, world, (desk) =>
        hear(found.heard, desk),
      );
  });
  probot.on("workflow_run.completed", (context) => {
    const found = endedOf(context.payload);
    if (found !== null) enqueue(context, { issue: found.issue, vital: true, expected: true }, world, (desk) => close(found.ended, desk));
  });
}

/** Where a job belongs, and whether talk may crowd it out. */
interface Place {
  readonly issue: number;
  readonly vital: boolean;
  /** A run is likely to be active. */
  readonly expected: boolean;
}

function enqueue(
  { id, payload, log }: Told,
  { issue, vital, expected }: Place,
  world: BotWorld,
  work: (desk: Desk) => Promise<void>,
): void {
  const { repository, installation } = originOf(payload);
  const { settings, queue, guard, signal, app } = world;
  const octokit = narrowed(app, { installationId: installation.id, repositoryId: repository.id }, log);
  const key = `${repository.owner.login}/${repository.name}#${issue}`;
  const subject = {
    owner: repository.owner.login,
    repo: repository.name,
    repositoryId: repository.node_id,
    defaultBranch: repository.default_branch,
    issue,
  };
  const job = () => {
    const lines = redactedLog(logOf(log, { delivery: id, issue: key }), guard.hide);
    const api = checked(octokit, { guard, warn: lines.warn });
    return work(
      deskOf(subject, { api, settings, freeze: null, expected, clock: systemClock, random: systemRandom, log: lines, guard, signal }),
    );
  };
  queue.put({ key, delivery: id, vital, work: job });
}
