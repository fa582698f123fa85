/**
 * Handles what is special about a command on the pull request of a run: its review threads, the check that the pull
 * request is still the run's, and the reply there.
 */
import type { Intent } from "#core/commands/intent.ts";
import type { SteeringCommand } from "#core/commands/steering.ts";
import type { PullRequestComment } from "#core/events/data/pull-request-comment.ts";
import { obstacleInPullRequest, pullRequestOf } from "#core/run/pull-request-state.ts";
import { readRun } from "#loop/context/read-run.ts";
import { type ControlContext, DONE, type IntentOutcome } from "#loop/control/context/control-context.ts";
import { type ActiveRun, isDriven } from "#loop/control/context/drive-in-control.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";

/**
 * The pull request of the comment, with the threads of a review; undefined for a comment on the issue. Throws
 * `Failure("github")`.
 */
export async function pullRequestCommentOf(
  { pull }: IssueEvent,
  { github }: Pick<ControlContext, "github">,
): Promise<PullRequestComment | undefined> {
  if (pull === undefined) return undefined;
  const threads = pull.review === null ? [] : await github.threads(pull.number, pull.review);
  return { pull: pull.number, review: pull.review, threads: [...threads] };
}

/** Why an intent is not carried out from a pull request, where no plan is shown; null where it is. */
export function misplacedBecause({ kind }: Intent, { pull }: IssueEvent, issue: number): string | null {
  if (pull === undefined) return null;
  if (kind === "start") return `a run begins on its issue: say it on issue #${issue}`;
  return kind === "approve" || kind === "change"
    ? `a plan is approved where it is shown: say it on issue #${issue}`
    : null;
}

const GO_ON: readonly SteeringCommand[] = ["redirect", "resume", "continue", "unblock"];

/**
 * Looks up why the run must not go on with its pull request; null where it may, or has none. Throws
 * `Failure("github")`.
 */
export async function pullRequestObstacle(
  word: SteeringCommand,
  { run }: ActiveRun,
  { github }: Pick<ControlContext, "github">,
): Promise<string | null> {
  const pull = pullRequestOf(run);
  if (pull === null || isDriven(run) || !GO_ON.includes(word)) return null;
  return obstacleInPullRequest(run, await github.pull(pull));
}

/**
 * Points to the issue where a command on the pull request led to a new plan: it is approved there, and the person who
 * asked for it is on the pull request.
 */
export async function newPlanHint(
  { pull }: IssueEvent,
  { journal }: ActiveRun,
  { github }: Pick<ControlContext, "github">,
): Promise<IntentOutcome> {
  if (pull === undefined || (await readRun(journal)).stage !== "awaiting_approval") return DONE;
  return {
    kind: "answer",
    text:
      "That is another thing than what was approved: there is a new plan, " +
      `and it waits for an approval on #${github.number}.`,
  };
}
