/** The context of the station control for one issue: GitHub, the runs of the issue, and what a run begins with. */
import type { Config } from "#core/config/config.ts";
import type { ProviderAccess } from "#core/config/model-provider.ts";
import type { ShownWork } from "#core/outcome/retention.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { Run } from "#core/run/run.ts";
import type { SummarizedRun } from "#core/runs/run-summary.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { RehearsalWorkspace } from "#loop/engine/drive-on-machine.ts";
import type { Clock } from "#ports/clock.ts";
import type { DashboardPort } from "#ports/dashboard.ts";
import type { GitHub } from "#ports/github.ts";
import type { Journal } from "#ports/journal.ts";
import type { Log } from "#ports/log.ts";
import type { Memories } from "#ports/memory.ts";
import type { Publisher } from "#ports/publisher.ts";
import type { Workspace } from "#ports/workspace.ts";

export interface ControlContext {
  readonly github: GitHub;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * The login of the App's own account, such as `loopwright[bot]`; null where there is no App. Throws
   * `Failure("github")`.
   */
  readonly appLogin: () => Promise<string | null>;
  /** Milliseconds since the epoch as an ISO date in UTC. */
  readonly iso: (ms: number) => string;
  /** The repository without a clone: paths and texts of its trees. */
  readonly workspace: Pick<Workspace, "paths" | "textAt" | "blobs">;
  /**
   * Opens a workspace on this machine in which the plan of a run can be tried; the caller disposes of it. `job`: no
   * repository's code may run here, and a job of the workflow tries plans. Null where nobody does. Throws
   * `Failure("sandbox")` and `Failure("git")`.
   */
  readonly rehearsal: ((run: Run) => Promise<RehearsalWorkspace>) | "job" | null;
  /** The memories that earlier runs of the repository left. */
  readonly memories: Memories;
  /** Path of the workflow file that a hand-over starts. */
  readonly workflow: string;
  /** The default branch as it is now. Throws `Failure("github")`. */
  readonly base: () => Promise<Plan["base"]>;
  /** Names of the branches that begin so. Throws `Failure("github")`. */
  readonly branches: (prefix: string) => Promise<readonly string[]>;
  /** The journal of the issue's active run; null when none is. Throws `Failure("journal")`. */
  readonly active: () => Promise<Journal | null>;
  /** The journal of the issue's last run, over or not; null when it never had one. Throws `Failure("journal")`. */
  readonly latest: () => Promise<Journal | null>;
  /**
   * True where no run of the issue was begun for a later label; reads the refs each time. Throws `Failure("journal")`.
   */
  readonly isLast: (runId: string) => Promise<boolean>;
  /** The journal of a run of this issue. */
  readonly journalOf: (runId: string) => Journal;
  /** All runs of the repository, over or not; `at`: when they began, in milliseconds. Throws `Failure("journal")`. */
  readonly runs: () => Promise<
    readonly { readonly issue: number; readonly runId: string; readonly at: number; readonly open: boolean }[]
  >;
  /**
   * The same with their summaries, as `runs` gives them or as they are now; null for a run that has none that can be
   * read. Throws `Failure("journal")`.
   */
  readonly summaries: (when: "as_runs" | "now") => Promise<readonly SummarizedRun[]>;
  /** The issue that shows all runs of the repository. */
  readonly dashboard: DashboardPort;
  /** The journal of a run of another issue. */
  readonly journalIn: (issue: number, runId: string) => Journal;
  /**
   * The time at which the pull request was closed, in milliseconds; 0 for a branch that is gone; null while either
   * shows the work. Throws `Failure("journal")`.
   */
  readonly shownUntil: (showing: ShownWork) => Promise<number | null>;
  /**
   * Removes the state of a run of any issue that is over, and its branch where that still points at the commit. Gives
   * `moved`, or `shown` for an open pull request, where the branch stays. Idempotent. Throws `Failure("journal")`.
   */
  readonly remove: (
    issue: number,
    runId: string,
    branch: { readonly name: string; readonly commit: string } | null,
  ) => Promise<"gone" | "moved" | "shown">;
  /** The step context for control, without the roles. Throws an `Error` for a model that no provider has. */
  readonly stepContextOf: (config: Config) => Omit<StepContext, "roles">;
  /** The publisher of work that goes to this branch, as the account that control acts as. */
  readonly publisherOf: (base: string) => Publisher;
  /** The providers of models that may be asked here. */
  readonly access: ProviderAccess;
}

/**
 * The outcome of an intent: done (`again`: the event was handled before); refused, or not understood, with the reason
 * for the person who asked; or an answer.
 */
export type IntentOutcome =
  | { readonly kind: "done"; readonly again?: true }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "confused"; readonly why: string }
  | { readonly kind: "answer"; readonly text: string };

export const DONE: IntentOutcome = { kind: "done" };
/** The outcome of an event that was handled before: the views of the run are refreshed. */
export const DONE_BEFORE: IntentOutcome = { kind: "done", again: true };

/** The outcome of an intent that is refused. */
export function refusedOutcome(why: string): IntentOutcome {
  return { kind: "refused", why };
}
