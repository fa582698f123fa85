/** A workflow run. */
import type { Conclusion } from "../actions/dispatched.ts";
import type { RepositoryOptions } from "./options.ts";
import type { Workflow } from "./workflow.ts";

export interface Run {
  readonly id: number;
  readonly repository: RepositoryOptions;
  readonly workflow: Workflow;
  readonly title: string;
  readonly event: string;
  /** Name of the branch. */
  readonly branch: string;
  /** The full ref, where it is not that of the branch: a workflow of a pull request runs on what merging it would give. */
  readonly ref?: string;
  readonly sha: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly actor: string;
  readonly payload: unknown;
  /** What it shows of its repository, of who began it, and of its commit. */
  readonly seen: { readonly repository: unknown; readonly actor: unknown; readonly commit: unknown };
  readonly created: string;
  attempt: number;
  status: "queued" | "in_progress" | "completed";
  conclusion: Conclusion | null;
  /** Aborted when the run is cancelled. */
  stop: AbortController;
  /** Resolves when the run is completed and told of; never rejects. */
  done: Promise<void>;
}

export type NewRun = Pick<Run, "repository" | "workflow" | "title" | "event" | "branch" | "ref" | "sha" | "inputs" | "actor" | "payload">;
