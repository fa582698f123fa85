/** From a webhook to a job, and from a job to its work at the desk. */
import { basename } from "node:path";
import type { Probot } from "probot";
import * as z from "zod";
import { type AlignedClock, withClockAlignment } from "#adapters/github/client/aligned-clock.ts";
import { withOutgoingGuard } from "#adapters/github/client/outgoing-guard.ts";
import { type WritePacing, withWritePacing } from "#adapters/github/client/write-pacing.ts";
import { findEndedWorkflowRun } from "#adapters/github/workflow/ended-workflow-run.ts";
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
import { jobLogOf } from "./log.ts";
import { scopedClient, type TokenSource } from "./scoped-client.ts";

/** A workflow run that is over. All other events are `HEARD`. */
export const WORKFLOW_RUN_COMPLETED = "workflow_run.completed";

/** A look at an issue that no webhook asked for (`rounds.ts`). */
const LOOK = "loopwright.look";

const Looked = z.looseObject({ look: z.object({ issue: z.int().positive() }) });

/** What a job is done with. `signal`: aborted when work in hand must end now. */
export interface JobPorts {
  readonly settings: Pick<Settings, "access" | "serverUrl">;
  /** The App itself: it makes the tokens. */
  readonly app: TokenSource;
  /** Knows the secrets of the bot (`guardOf`). */
  readonly guard: SecretGuard;
  readonly log: Probot["log"];
  /** Takes down which run a job turned out to be about. */
  readonly runs: WeakMap<Job, string>;
  readonly clock: AlignedClock;
  /** What all who write through one installation share. */
  readonly writePacingOf: (installation: number) => WritePacing;
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
  readonly work: (control: ControlContext, endOf: FindWorkflowEnd) => Promise<void>;
  /** What of it cannot wait for its turn; absent where nothing is. */
  readonly ahead?: (control: ControlContext) => Promise<void>;
}

/** The look at an issue, as a job. `round`: the same for all bots that look in the same minutes, so that one of them does it. */
export function pollJobOf(
  issue: number,
  round: string,
  { repository, installation }: Pick<WebhookOrigin, "repository" | "installation">,
): Job {
  const key = `${repository.owner.login}/${repository.name}#${issue}`;
  return { key, delivery: `look/${round}/${key}`, vital: false, event: LOOK, payload: { repository, installation, look: { issue } } };
}

/** Whether no webhook asked for it: the next round asks again. */
export function isPollJob({ event }: Job): boolean {
  return event === LOOK;
}

/**
 * The jobs that a webhook is: its turn, and before it what of it cannot wait for that; none for what is no wish. Throws an `Error` for a
 * payload of another shape.
 */
export function jobsOf(event: string, delivery: string, payload: object): readonly Job[] {
  const intent = wishOf(event, payload);
  if (intent === null) return [];
  const { repository } = webhookOriginOf(payload);
  const key = `${repository.owner.login}/${repository.name}#${intent.issue}`;
  const { vital, from } = intent;
  const turn: Job = { key, delivery, vital, ...(from !== undefined && { from }), event, payload: pickPayloadFields(payload) };
  return intent.ahead === undefined ? [turn] : [{ ...turn, delivery: `${delivery}/ahead`, ahead: true }, turn];
}

function wishOf(name: string, payload: object): Wish | null {
  if (name === WORKFLOW_RUN_COMPLETED) {
    const found = endedWorkflowRunOf(payload);
    return found && { issue: found.issue, vital: true, expected: true, work: (control) => handleWorkerEnd(found.ended, control) };
  }
  if (name === LOOK) return { issue: Looked.parse(payload).look.issue, vital: false, expected: true, work: reconcile };
  const found = issueEventOf(name, payload);
  if (found === null) return null;
  const { issue, event } = found;
  const haste = priorityOf(event);
  // Prose never waits in line: a `/stop` behind it must find room there.
  if (haste === null) return null;
  const ahead = haste.ahead ? { ahead: (control: ControlContext) => handleStopAhead(event, control) } : {};
  const from = String(event.by.id);
  return { issue, vital: haste.vital, from, expected: expectsRun(event), work: (control) => handleEvent(event, control), ...ahead };
}

/** Does a job to its end. Checks its payload as if it came from outside. Throws `Failure` and, for a payload of another shape, an `Error`. */
export async function perform(job: Job, ports: JobPorts): Promise<void> {
  const { key, delivery, event, payload, ahead } = job;
  const intent = wishOf(event, payload);
  const work = ahead === true ? intent?.ahead : intent?.work;
  if (intent === null || work === undefined)
    throw new Error(`the job ${delivery} holds no wish any more: it was put by another version of the bot`);
  const { repository, installation } = webhookOriginOf(payload);
  const { settings, guard, signal, app, clock, log } = ports;
  const octokit = scopedClient(app, { installationId: installation.id, repositoryId: repository.id }, log);
  withWritePacing(withClockAlignment(octokit, clock), ports.writePacingOf(installation.id));
  const own = jobLogOf(log, { delivery, issue: key });
  const lines = redactedLog(own, guard.hide);
  const subject = {
    owner: repository.owner.login,
    repo: repository.name,
    repositoryId: repository.node_id,
    defaultBranch: repository.default_branch,
    issue: intent.issue,
  };
  const api = withOutgoingGuard(octokit, { guard, warn: lines.warn });
  const { expected } = intent;
  const given = { api, settings, freeze: null, expected, clock, random: systemRandom, guard, signal };
  const at = { owner: subject.owner, repo: subject.repo, workflow: basename(WORKFLOW_FILE) };
  const onRun = (run: string): void => {
    own.ofRun(run);
    ports.runs.set(job, run);
  };
  await work(controlContextOf(subject, { ...given, whenAborted: "put_down", log: lines, onRun }), (counted) =>
    findEndedWorkflowRun(api, at, counted),
  );
  lines.info(`${event} is ${ahead === true ? "heard ahead of its turn" : "done"}`);
}
