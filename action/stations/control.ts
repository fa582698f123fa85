/**
 * The jobs `control` and `close`: the control station where no bot is hosted. `control` handles an event on an issue,
 * `close` the end of the jobs before it.
 */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { Api } from "#adapters/github/client/api.ts";
import { ACTIONS_LOGIN, writersNamed } from "#adapters/github/issue/comment-author.ts";
import { findEndedWorkflowRun } from "#adapters/github/workflow/ended-workflow-run.ts";
import { systemRandom } from "#adapters/system-random.ts";
import type { SecretGuard } from "#core/analysis/secrets/redact.ts";
import { WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import { controlContextOf, type IssueAddress } from "#hub/control-adapters.ts";
import { eventPlaceOf } from "#hub/webhook-origin.ts";
import type { ControlContext } from "#loop/control/context/control-context.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import { expectsRun, priorityOf } from "#loop/control/handle/event-intent.ts";
import { handleEvent } from "#loop/control/handle/handle-event.ts";
import { watchWorker } from "#loop/control/reconcile/watch-worker.ts";
import { handleWorkerEnd } from "#loop/control/reconcile/worker-ended.ts";
import type { Log } from "#ports/log.ts";
import { clientOf } from "../job/client.ts";
import { rehearsalWorkspace } from "../job/local-workspace.ts";
import { jobClock } from "../runner/clock.ts";
import { type EventPayload, eventPayloadOf, payloadAt } from "../runner/event-payload.ts";
import { InputError } from "../runner/input-error.ts";
import type { ControlInputs } from "../runner/inputs.ts";
import type { Machine } from "../runner/machine.ts";

/** The ports of the job. `signal`: aborted when the workflow run is cancelled. */
export interface ControlJobContext {
  readonly inputs: ControlInputs;
  readonly machine: Machine;
  /** Without secrets. */
  readonly log: Log;
  /** Knows the secrets of the job. */
  readonly guard: SecretGuard;
  readonly signal: AbortSignal;
  /** Absolute path of `tool-host.mjs`, which lies beside the Action. */
  readonly hostFile: string;
}

/**
 * Runs the station to its end. Idempotent as far as the run's journal is. Throws `InputError` for a workflow that is
 * not set up for it, and `Failure`.
 */
export async function control(scene: ControlJobContext): Promise<void> {
  const { inputs, machine, log } = scene;
  if (machine.workflow !== basename(WORKFLOW_FILE))
    throw new InputError(
      `this workflow is ${machine.workflow}, and Loopwright starts the one in ${WORKFLOW_FILE}: ` +
        `give the file that name`,
    );
  const payload = await payloadAt(machine.event.path);
  const told = eventPayloadOf(payload, machine, inputs.jobs);
  if (told.kind === "nothing") {
    log.info(`Nothing to do: ${told.why}`);
    return;
  }
  const api = await clientOf(inputs.token, machine, { guard: scene.guard, warn: log.warn });
  const control = controlContextAt(payload, told, api, scene);
  if (told.kind === "ended") {
    log.info(`Issue #${told.issue}: the jobs are over (${told.ended.conclusion}); what they left is looked after`);
    await handleWorkerEnd(told.ended, control);
    return;
  }
  await listen(told.event, control, api, scene);
}

async function listen(
  event: IssueEvent,
  control: ControlContext,
  api: Api,
  { machine, log }: ControlJobContext,
): Promise<void> {
  const what = `${event.happening.kind} by ${event.by.login} on issue #${control.github.number}`;
  if (priorityOf(event) === null) {
    log.info(`Nothing to do: ${what} is no wish of a person to Loopwright`);
    return;
  }
  log.info(`Heard: ${what}`);
  await handleEvent(event, await watchWorker(control, (counted) => findEndedWorkflowRun(api, machine, counted)));
}

function controlContextAt(
  payload: object,
  told: Exclude<EventPayload, { kind: "nothing" }>,
  api: Api,
  { inputs, machine, log, guard, signal, hostFile }: ControlJobContext,
): ControlContext {
  const { repository } = eventPlaceOf(payload);
  const subject: IssueAddress = {
    owner: repository.owner.login,
    repo: repository.name,
    repositoryId: repository.node_id,
    defaultBranch: repository.default_branch,
    issue: told.issue,
  };
  const expected = told.kind === "ended" || expectsRun(told.event);
  return controlContextOf(subject, {
    api,
    settings: { access: inputs.access, serverUrl: machine.serverUrl },
    isOurs: writersNamed([ACTIONS_LOGIN]),
    freeze: inputs.freeze,
    expected,
    clock: jobClock,
    random: systemRandom,
    log,
    guard,
    signal,
    // A person cancelled the job, or it timed out: no other job takes the run up by itself, so the run stops and people
    // are told.
    whenAborted: "stop",
    // Where the workflow checks nothing out, nothing is tried.
    rehearsal: existsSync(join(machine.checkout, ".git"))
      ? (run) => rehearsalWorkspace(run, { machine, log, hostFile })
      : null,
  });
}
