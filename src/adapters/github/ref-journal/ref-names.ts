/** Names the refs of a run: one ref for each run. */
import type { RepositoryLocation } from "#adapters/github/client/api.ts";

/** One issue of a repository. */
export interface IssueLocation extends RepositoryLocation {
  readonly issue: number;
}

/** One run of an issue. */
export interface RunLocation extends IssueLocation {
  readonly runId: string;
}

/** A valid id of a run, which is one part of a ref's name: as `runIdOf` makes it. */
const RUN_ID = /^[a-z0-9][a-z0-9-]{0,99}$/;

/** True when a text can be the id of a run. `current` is the name of the other ref. Pure. */
export function isRunId(text: string): boolean {
  return RUN_ID.test(text) && text !== "current";
}

/** The ref whose commits hold the run's files. Pure. */
export function stateRef({ issue, runId }: RunLocation): string {
  if (!isRunId(runId)) throw new Error(`bug: ${JSON.stringify(runId)} cannot be a part of a ref's name`);
  return `refs/loopwright/issue-${issue}/${runId}`;
}

/** The ref that exists while a run of the issue is active, and points at the same commit as that run's own. Pure. */
export function currentRef({ issue }: IssueLocation): string {
  return `refs/loopwright/issue-${issue}/current`;
}
