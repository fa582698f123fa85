/**
 * The bot does a job: it takes an installation's token, builds the control context of the issue, and lets the job do
 * its work there.
 */
import { basename } from "node:path";
import type { Probot } from "probot";
import { type AlignedClock, withClockAlignment } from "#adapters/github/client/aligned-clock.ts";
import { withOutgoingGuard } from "#adapters/github/client/outgoing-guard.ts";
import { type WritePacing, withWritePacing } from "#adapters/github/client/write-pacing.ts";
import { ACTIONS_LOGIN, writersNamed } from "#adapters/github/issue/comment-author.ts";
import { findEndedWorkflowRun } from "#adapters/github/workflow/ended-workflow-run.ts";
import { redactedLog } from "#adapters/redacted-log.ts";
import { systemRandom } from "#adapters/system-random.ts";
import type { SecretGuard } from "#core/analysis/secrets/redact.ts";
import { WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import { controlContextOf } from "#hub/control-adapters.ts";
import type { Job } from "#ports/queue.ts";
import type { Settings } from "../config/settings.ts";
import { requestOf, taskIn } from "./job.ts";
import { jobLogOf } from "./log.ts";
import { scopedClient, type TokenSource } from "./scoped-client.ts";

/** The ports of a job. `signal`: aborted when the work must end now. */
export interface JobPorts {
  readonly settings: Pick<Settings, "access" | "serverUrl">;
  /** The App itself: it makes the tokens. */
  readonly app: TokenSource;
  /** As in `ControlContext`. */
  readonly appLogin: () => Promise<string>;
  /** The secrets of the bot (`guardOf`). */
  readonly guard: SecretGuard;
  readonly log: Probot["log"];
  /** Records the run that a job turned out to be about. */
  readonly runs: WeakMap<Job, string>;
  readonly clock: AlignedClock;
  /** The write pacing that all jobs of one installation share. */
  readonly writePacingOf: (installation: number) => WritePacing;
  readonly signal: AbortSignal;
}

/**
 * Does a job to its end. Validates what was stored like any input from outside. Throws `Failure` and, for a payload of
 * another shape, an `Error`.
 */
export async function perform(job: Job, ports: JobPorts): Promise<void> {
  const { key, delivery, event, ahead } = job;
  const task = taskIn(job);
  const request = task && requestOf(task);
  const work = ahead === true ? request?.ahead : request?.work;
  if (task === null || request === null || work === undefined)
    throw new Error(`the job ${delivery} holds no wish any more: it was put by another version of the bot`);
  const { repository, installation } = task;
  const { settings, guard, signal, app, appLogin, clock, log } = ports;
  const octokit = scopedClient(app, { installationId: installation.id, repositoryId: repository.id }, log);
  withWritePacing(withClockAlignment(octokit, clock), ports.writePacingOf(installation.id));
  const own = jobLogOf(log, { delivery, issue: key });
  const lines = redactedLog(own, guard.hide);
  const subject = {
    owner: repository.owner.login,
    repo: repository.name,
    repositoryId: repository.node_id,
    defaultBranch: repository.default_branch,
    issue: task.issue,
  };
  const api = withOutgoingGuard(octokit, { guard, warn: lines.warn });
  const { expected } = request;
  const isOurs = writersNamed([await appLogin(), ACTIONS_LOGIN]);
  const given = { api, settings, isOurs, appLogin, freeze: null, expected, clock, random: systemRandom, guard, signal };
  const at = { owner: subject.owner, repo: subject.repo, workflow: basename(WORKFLOW_FILE) };
  const onRun = (run: string): void => {
    own.ofRun(run);
    ports.runs.set(job, run);
  };
  await work(
    controlContextOf(subject, { ...given, rehearsal: "job", whenAborted: "put_down", log: lines, onRun }),
    (counted) => findEndedWorkflowRun(api, at, counted),
  );
  lines.info(`${event} is ${ahead === true ? "heard ahead of its turn" : "done"}`);
}
