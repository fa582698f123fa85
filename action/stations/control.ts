/** The jobs `control` and `close`: the desk where no bot is hosted. One hears what happened to an issue, the other that the jobs before it are over (architecture 2, zero-server mode). */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import * as z from "zod";
import type { Api } from "#adapters/github/client/api.ts";
import { endedRun } from "#adapters/github/workflow/ended-run.ts";
import { systemRandom } from "#adapters/system-random.ts";
import type { Guard } from "#core/analysis/secrets/redact.ts";
import { WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import { deskOf, type Subject } from "#hub/desk.ts";
import { placeOf } from "#hub/heard.ts";
import type { Desk, Heard } from "#loop/desk/context/desk.ts";
import { hear } from "#loop/desk/hear/hear.ts";
import { expectsRun, hasteOf } from "#loop/desk/hear/understand.ts";
import { close } from "#loop/desk/reconcile/close.ts";
import { lookAfter } from "#loop/desk/reconcile/look-after.ts";
import type { Log } from "#ports/log.ts";
import { clientOf } from "../job/client.ts";
import { jobClock } from "../runner/clock.ts";
import { Declined } from "../runner/declined.ts";
import type { DeskInputs } from "../runner/inputs.ts";
import type { Machine } from "../runner/machine.ts";
import { type Told, toldOf } from "../runner/told.ts";

/** What the job is played with. `signal`: aborted when the workflow run is cancelled. */
export interface DeskScene {
  readonly inputs: DeskInputs;
  readonly machine: Machine;
  /** Without secrets. */
  readonly log: Log;
  /** Knows the secrets of the job. */
  readonly guard: Guard;
  readonly signal: AbortSignal;
}

/** To the end, once. Idempotent as far as the run's journal is. Throws `Declined` for a workflow that is not set up for it, and `Failure`. */
export async function control(scene: DeskScene): Promise<void> {
  const { inputs, machine, log } = scene;
  if (machine.workflow !== basename(WORKFLOW_FILE))
    throw new Declined(`this workflow is ${machine.workflow}, and Loopwright starts the one in ${WORKFLOW_FILE}: give the file that name`);
  const payload = await payloadAt(machine.event.path);
  const told = toldOf(payload, machine, inputs.jobs);
  if (told.kind === "nothing") {
    log.info(`Nothing to do: ${told.why}`);
    return;
  }
  const api = await clientOf(inputs.token, machine, { guard: scene.guard, warn: log.warn });
  const desk = deskAt(payload, told, api, scene);
  if (told.kind === "ended") {
    log.info(`Issue #${told.issue}: the jobs are over (${told.ended.conclusion}); what they left is looked after`);
    await close(told.ended, desk);
    return;
  }
  await listen(told.heard, desk, api, scene);
}

async function listen(heard: Heard, desk: Desk, api: Api, { machine, log }: DeskScene): Promise<void> {
  const what = `${heard.happening.kind} by ${heard.by.login} on issue #${desk.github.number}`;
  if (hasteOf(heard) === null) {
    log.info(`Nothing to do: ${what} is no wish of a person to Loopwright`);
    return;
  }
  log.info(`Heard: ${what}`);
  await hear(heard, await lookAfter(desk, (counted) => endedRun(api, machine, counted)));
}

function deskAt(
  payload: object,
  told: Exclude<Told, { kind: "nothing" }>,
  api: Api,
  { inputs, machine, log, guard, signal }: DeskScene,
): Desk {
  const { repository } = placeOf(payload);
  const subject: Subject = {
    owner: repository.owner.login,
    repo: repository.name,
    repositoryId: repository.node_id,
    defaultBranch: repository.default_branch,
    issue: told.issue,
  };
  const expected = told.kind === "ended" || expectsRun(told.heard);
  return deskOf(subject, {
    api,
    settings: { access: inputs.access, serverUrl: machine.serverUrl },
    freeze: inputs.freeze,
    expected,
    clock: jobClock,
    random: systemRandom,
    log,
    guard,
    signal,
    // A person cancelled it, or its time was over: no other job takes the run up by itself, and people are told.
    whenAborted: "stop",
  });
}

const Payload = z.looseObject({});

/** The runner's own file: where it is missing or no object, there is no runner. */
async function payloadAt(path: string): Promise<object> {
  const payload = Payload.safeParse(JSON.parse(await readFile(path, "utf8")));
  if (payload.success) return payload.data;
  throw new Declined(`${path} tells of no event of GitHub's: use the Action in a workflow`);
}
