/** A runner of workflows for a GitHub on loopback: runs them, and keeps what their pages would show. */
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Conclusion, Dispatched } from "../actions/dispatched.ts";
import { PATIENCE } from "./child.ts";
import { concurrencyGroups, type Groups } from "./concurrency.ts";
import { runContexts } from "./contexts.ts";
import { guardFile } from "./guard-file.ts";
import type { Machine, RunnerOptions } from "./options.ts";
import { type Ended, runWorkflow } from "./run-workflow.ts";
import type { Attempt, LogLine, Need, Summary } from "./space.ts";
import { turnIn } from "./turn-in.ts";
import { readWorkflow } from "./workflow.ts";
import { fetchCommit, workflowText } from "./workflow-file.ts";

export interface Artifact {
  readonly name: string;
  readonly folder: string;
}

/** Everything is told of the last attempt of a run; nothing of a run that was never here. */
export interface LabRunner {
  /** Runs the workflow; the same id again is a re-run of all jobs. Throws an `Error` where its file cannot be read or run. */
  run(job: Dispatched, signal: AbortSignal): Promise<{ readonly conclusion: Conclusion }>;
  /** Secrets are hidden. */
  logs(id: number): readonly LogLine[];
  /** Secrets are hidden. */
  summaries(id: number): readonly Summary[];
  /** Result and outputs by job; empty before the run has ended. */
  outputs(id: number): Readonly<Record<string, Need>>;
  artifacts(id: number): Promise<readonly Artifact[]>;
}

interface Kept {
  readonly attempt: Omit<Attempt, "workflow">;
  jobs: Readonly<Record<string, Need>>;
}

/** Starts nothing until it is given a run. Runs of one runner share its concurrency groups, by repository. */
export function startRunner(options: RunnerOptions): LabRunner {
  const machine: Machine = { patience: PATIENCE, ...options, guard: guardFile() };
  const kept = new Map<number, Kept>();
  const groups = new Map<string, Groups>();
  const groupsOf = (repository: string): Groups => {
    const known = groups.get(repository.toLowerCase()) ?? concurrencyGroups();
    groups.set(repository.toLowerCase(), known);
    return known;
  };
  return {
    run: async (job, signal) => {
      const here: Kept = { attempt: await newAttempt(job, (kept.get(job.id)?.attempt.number ?? 0) + 1, machine), jobs: {} };
      kept.set(job.id, here);
      const { conclusion, jobs } = await runAttempt(here.attempt, groupsOf(job.repository), signal);
      here.jobs = jobs;
      return { conclusion };
    },
    logs: (id) => kept.get(id)?.attempt.log ?? [],
    summaries: (id) => kept.get(id)?.attempt.summaries ?? [],
    outputs: (id) => kept.get(id)?.jobs ?? {},
    artifacts: async (id) => {
      const folder = kept.get(id)?.attempt.artifacts;
      return folder === undefined ? [] : (await readdir(folder)).map((name) => ({ name, folder: join(folder, name) }));
    },
  };
}

async function newAttempt(run: Dispatched, number: number, machine: Machine): Promise<Omit<Attempt, "workflow">> {
  const folder = join(machine.temp, `run-${run.id}-${number}`);
  const artifacts = join(folder, "artifacts");
  await mkdir(artifacts, { recursive: true });
  return { machine, run, number, source: null, folder, base: folder, artifacts, log: [], summaries: [] };
}

async function runAttempt(base: Omit<Attempt, "workflow">, groups: Groups, signal: AbortSignal): Promise<Ended> {
  await fetchCommit(base);
  const path = base.run.workflow;
  const attempt = { ...base, workflow: readWorkflow(path, await workflowText(base, path)) };
  const turn = await turnIn(attempt.workflow.concurrency, runContexts(attempt), { groups, signal });
  if (turn === null) return { conclusion: "cancelled", jobs: {} };
  try {
    return await runWorkflow(attempt, groups, AbortSignal.any([signal, turn.signal]));
  } finally {
    turn.leave();
  }
}
