/** Makes the job context: the issue, its run's journal and the log, which every station begins with. */
import type { Api } from "#adapters/github/client/api.ts";
import { githubIssue } from "#adapters/github/github-issue.ts";
import { writersBeside } from "#adapters/github/issue/comment-author.ts";
import { refJournal } from "#adapters/github/ref-journal/ref-journal.ts";
import { killSwitchOfJob } from "#adapters/github/workflow/kill-switch-now.ts";
import { iso } from "#adapters/system-clock.ts";
import type { SecretGuard } from "#core/analysis/secrets/redact.ts";
import type { GitHub } from "#ports/github.ts";
import type { Journal } from "#ports/journal.ts";
import type { Log } from "#ports/log.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";
import { jobClock } from "../runner/clock.ts";
import type { Inputs } from "../runner/inputs.ts";
import type { Machine } from "../runner/machine.ts";
import { clientOf } from "./client.ts";

export interface JobContext {
  readonly inputs: Inputs;
  readonly machine: Machine;
  readonly api: Api;
  /** The client of the maintainer's App, for pull requests alone; null where the job has no such token. */
  readonly appApi: Api | null;
  /** Without secrets. */
  readonly log: Log;
  /** Knows the secrets of the job. */
  readonly guard: SecretGuard;
  readonly github: GitHub;
  /** The journal as it is on GitHub: no event is held back, and no view is written. */
  readonly journal: Journal;
  /** Aborted when the workflow run is cancelled. */
  readonly signal: AbortSignal;
  /** Absolute path of `tool-host.mjs`, which lies beside the Action. */
  readonly hostFile: string;
}

/** Sends no request yet. */
export async function jobContextOf(
  given: Pick<JobContext, "inputs" | "machine" | "log" | "guard" | "signal" | "hostFile">,
): Promise<JobContext> {
  const { inputs, machine, log, guard } = given;
  const { owner, repo, workflow, branch, serverUrl } = machine;
  const client = (token: string): Promise<Api> => clientOf(token, machine, { guard, warn: log.warn });
  const api = await client(inputs.token);
  const place = { owner, repo, issue: inputs.issue };
  const codec = journalCodec(iso);
  const freeze = killSwitchOfJob(api, place, inputs.freeze, jobClock);
  // Only the run job writes no view before it has checked the hand-over digest.
  const approvalChecked = inputs.station === "run";
  return {
    ...given,
    api,
    appApi: inputs.appToken === null ? null : await client(inputs.appToken),
    github: githubIssue(api, {
      ...place,
      workflow,
      ref: branch,
      isOurs: writersBeside(machine.starters),
      clock: jobClock,
      freeze,
      serverUrl,
      approvalChecked,
    }),
    journal: refJournal(api, { ...place, runId: inputs.runId }, { codec, onHeal: (line) => log.warn(line) }),
  };
}
