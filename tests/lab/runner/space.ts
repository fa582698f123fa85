/** One running job: what all of its steps share. */
import type { Conclusion, Dispatched } from "../actions/dispatched.ts";
import type { Standing } from "../actions/expression.ts";
import type { Masks } from "./masks.ts";
import type { Machine } from "./options.ts";
import type { JobResult, StepResult } from "./results.ts";
import type { JobFile, WorkflowFile } from "./workflow-schema.ts";

/** One attempt of a workflow run. */
export interface Attempt {
  readonly machine: Machine;
  readonly run: Dispatched;
  /** Counts from 1; a re-run of all jobs is one more. */
  readonly number: number;
  readonly workflow: WorkflowFile;
  /** `owner/name` of the repository that a called workflow is of; null for a workflow of the run's own. */
  readonly source: string | null;
  /** Where its files lie. */
  readonly folder: string;
  /** The same of the run, also in a workflow that it calls. */
  readonly base: string;
  /** Where its artifacts lie, each in a folder of its name. */
  readonly artifacts: string;
  readonly log: LogLine[];
  readonly summaries: Summary[];
}

export interface LogLine {
  /** Id of the job; empty for the run as a whole. */
  readonly job: string;
  readonly text: string;
}

/** What one step of a job wrote for its page. */
export interface Summary {
  readonly job: string;
  readonly markdown: string;
}

/** `needs.<job>` */
export interface Need {
  readonly result: JobResult;
  readonly outputs: Readonly<Record<string, string>>;
}

/** `steps.<id>` */
export interface StepFacts {
  readonly outcome: StepResult;
  readonly conclusion: StepResult;
  readonly outputs: Readonly<Record<string, string>>;
}

/** The machine of a job: on GitHub each job has a fresh one. */
export interface Folders {
  readonly workspace: string;
  /** RUNNER_TEMP */
  readonly temp: string;
  readonly home: string;
  readonly tools: string;
  /** The event's payload. */
  readonly event: string;
}

export interface Space {
  readonly attempt: Attempt;
  readonly id: string;
  readonly file: JobFile;
  readonly token: string;
  readonly needs: Readonly<Record<string, Need>>;
  readonly folders: Folders;
  readonly masks: Masks;
  /** In the environment of all its processes. */
  readonly mark: string;
  /** Of the workflow, of the job, and by GITHUB_ENV. */
  readonly env: Map<string, string>;
  /** By GITHUB_PATH, the newest last. */
  readonly path: string[];
  readonly steps: Map<string, StepFacts>;
  /** Cancels the job, except what runs `if: always()`. */
  readonly signal: AbortSignal;
  /** Ends that too. */
  readonly force: AbortSignal;
  /** `job.status` */
  status: Conclusion;
}

/** Writes a line, or several, to the job's log; what is masked stays hidden. */
export function write(space: Space, text: string): void {
  for (const line of text.split("\n")) space.attempt.log.push({ job: space.id, text: space.masks.hide(line) });
}

/** What the status functions answer to a step. */
export function standingOf({ status }: Space): Standing {
  return { success: status === "success", failure: status === "failure", cancelled: status === "cancelled" };
}
