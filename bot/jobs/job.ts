/** From a webhook to a job, and from a job to its work at the desk. */
import { basename } from "node:path";
import type { Probot } from "probot";
import * as z from "zod";
import { type AlignedClock, aligning } from "#adapters/github/client/aligned-clock.ts";
import { checked } from "#adapters/github/client/outgoing.ts";
import { type Pacer, paced } from "#adapters/github/client/paced.ts";
import { endedRun } from "#adapters/github/workflow/ended-run.ts";
import { redactedLog } from "#adapters/redacted-log.ts";
import { systemRandom } from "#adapters/system-random.ts";
import type { SecretGuard } from "#core/analysis/secrets/redact.ts";
import { WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import { controlContextOf } from "#hub/control-adapters.ts";
import { endedWorkflowRunOf, issueEventOf, type WebhookOrigin, webhookOriginOf } from "#hub/issue-events.ts";
import { pickPayloadFields } from "#hub/payload-fields.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import { expectsRun, priorityOf } from "#loop/control/handle/event-intent.ts";
import { handleEvent, handleStopAhead } from "#loop/control/handle/handle-event.ts";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import type { FindWorkflowEnd } from "#loop/control/reconcile/watch-worker.ts";
import { handleWorkerEnd } from "#loop/control/reconcile/worker-ended.ts";
import type { Job } from "#ports/queue.ts";
import type { Settings } from "../config/settings.ts";
import { logOf } from "./log.ts";
import { type Minter, narrowed } from "./narrow.ts";

/** A workflow run that is over. All other events are `HEARD`. */
export const ENDED = "workflow_run.completed";

/** A look at an issue that no webhook asked for (`rounds.ts`). */
const LOOK = "loopwright.look";

const Looked = z.looseObject({ look: z.object({ issue: z.int().positive() }) });

/** What a job is done with. `signal`: aborted when work in hand must end now. */
export interface JobWorld {
  readonly settings: Pick<Settings, "access" | "serverUrl">;
  /** The App itself: it makes the tokens. */
  readonly app: Minter;
  /** Knows the secrets of the bot (`guardOf`). */
  readonly guard: SecretGuard;
  readonly log: Probot["log"];
  /** Takes down which run a job turned out to be about. */
  readonly runs: WeakMap<Job, string>;
  readonly clock: AlignedClock;
  /** What all who write through one installation share. */
  readonly pacerOf: (installation: number) => Pacer;
  readonly signal: AbortSignal;
}

/** What a webhook asks for. */
interface Wish {
  readonly issue: number;
  /** Talk may not crowd it out. */
  readonly vital: boolean;
  /** The number of the account that wishes it; absent where it is none. */
  readonly from?: string;
  /** A run is likely to be active. */
  readonly expected: boolean;
  readonly work: (desk: ControlContext, endOf: FindWorkflowEnd) => Promise<void>;
  /** What of it cannot wait for its turn; absent where nothing is. */
  readonly ahead?: (desk: ControlContext) => Promise<void>;
}

/** The look at an issue, as a job. `round`: the same for all bots that look in the same minutes, so that one of them does it. */
export function lookAt(
  issue: number,
  round: string,
  { repository, installation }: Pick<WebhookOrigin, "repository" | "installation">,
): Job {
  const key = `${repository.owner.login}/${repository.name}#${issue}`;
  return { key, delivery: `look/${round}/${key}`, vital: false, event: LOOK, payload: { repository, installation, look: { issue } } };
}

/** Whether no webhook asked for it: the next round asks again. */
export function isLook({ event }: Job): boolean {
  return event === LOOK;
}

/**
 * The jobs that a webhook is: its turn, and before it what of it cannot wait for that; none for what is no wish. Throws an `Error` for a
 * payload of another shape.
 */
export function jobsOf(event: string, delivery: string, payload: object): readonly Job[] {
  const wish = wishOf(event, payload);
  if (wish === null) return [];
  const { repository } = webhookOriginOf(payload);
  const key = `${repository.owner.login}/${repository.name}#${wish.issue}`;
  const { vital, from } = wish;
  const turn: Job = { key, delivery, vital, ...(from !== undefined && { from }), event, payload: pickPayloadFields(payload) };
  return wish.ahead === undefined ? [turn] : [{ ...turn, delivery: `${delivery}/ahead`, ahead: true }, turn];
}

function wishOf(name: string, payload: object): Wish | null {
  if (name === ENDED) {
    const found = endedWorkflowRunOf(payload);
    return found && { issue: found.issue, vital: true, expected: true, work: (desk) => handleWorkerEnd(found.ended, desk) };
  }
  if (name === LOOK) return { issue: Looked.parse(payload).look.issue, vital: false, expected: true, work: reconcile };
  const found = issueEventOf(name, payload);
  if (found === null) return null;
  const { issue, event } = found;
  const haste = priorityOf(event);
  // Prose never waits in line: a `/stop` behind it must find room there.
  if (haste === null) return null;
  const ahead = haste.ahead ? { ahead: (desk: ControlContext) => handleStopAhead(event, desk) } : {};
  const from = String(event.by.id);
  return { issue, vital: haste.vital, from, expected: expectsRun(event), work: (desk) => handleEvent(event, desk), ...ahead };
}

/** Does a job to its end. Checks its payload as if it came from outside. Throws `Failure` and, for a payload of another shape, an `Error`. */
export async function perform(job: Job, world: JobWorld): Promise<void> {
  const { key, delivery, event, payload, ahead } = job;
  const wish = wishOf(event, payload);
  const work = ahead === true ? wish?.ahead : wish?.work;
  if (wish === null || work === undefined)
    throw new Error(`the job ${delivery} holds no wish any more: it was put by another version of the bot`);
  const { repository, installation } = webhookOriginOf(payload);
  const { settings, guard, signal, app, clock, log } = world;
  const octokit = narrowed(app, { installationId: installation.id, repositoryId: repository.id }, log);
  paced(aligning(octokit, clock), world.pacerOf(installation.id));
  const own = logOf(log, { delivery, issue: key });
  const lines = redactedLog(own, guard.hide);
  const subject = {
    owner: repository.owner.login,
    repo: repository.name,
    repositoryId: repository.node_id,
    defaultBranch: repository.default_branch,
    issue: wish.issue,
  };
  const api = checked(octokit, { guard, warn: lines.warn });
  const { expected } = wish;
  const given = { api, settings, freeze: null, expected, clock, random: systemRandom, guard, signal };
  const at = { owner: subject.owner, repo: subject.repo, workflow: basename(WORKFLOW_FILE) };
  const onRun = (run: string): void => {
    own.ofRun(run);
    world.runs.set(job, run);
  };
  await work(controlContextOf(subject, { ...given, whenAborted: "put_down", log: lines, onRun }), (counted) => endedRun(api, at, counted));
  lines.info(`${event} is ${ahead === true ? "heard ahead of its turn" : "done"}`);
}
