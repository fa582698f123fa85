/** What was said on the pull request of a run, whether it is still the run's, and what whoever said it is told there. */
import type { Intent } from "#core/commands/intent.ts";
import type { SteeringWord } from "#core/commands/steer.ts";
import type { OnPull } from "#core/events/data/on-pull.ts";
import { obstacleInPull, pullOf } from "#core/run/pull-now.ts";
import { type Desk, DONE, type Heard, type Outcome } from "#loop/desk/context/desk.ts";
import { type Active, isDriven } from "#loop/desk/context/drive-here.ts";
import { readRun } from "#loop/kit/read-run.ts";

/** Where it was said, with what a review says of lines; undefined for what was said on the issue. Throws `Failure("github")`. */
export async function onPullOf({ pull }: Heard, { github }: Pick<Desk, "github">): Promise<OnPull | undefined> {
  if (pull === undefined) return undefined;
  const threads = pull.review === null ? [] : await github.threads(pull.number, pull.review);
  return { pull: pull.number, review: pull.review, threads: [...threads] };
}

/** True for an approval that is said where no plan is shown. */
export function isMisplaced({ kind }: Intent, { pull }: Heard): boolean {
  return pull !== undefined && (kind === "approve" || kind === "change");
}

const GO_ON: readonly SteeringWord[] = ["redirect", "resume", "continue", "unblock"];

/** Why the run must not go on with its pull request, looked up now; null where it may, or has none. Throws `Failure("github")`. */
export async function takenOver(word: SteeringWord, { run }: Active, { github }: Pick<Desk, "github">): Promise<string | null> {
  const pull = pullOf(run);
  if (pull === null || isDriven(run) || !GO_ON.includes(word)) return null;
  return obstacleInPull(run, await github.pull(pull));
}

/** A new plan is approved on the issue, and whoever asked for it on the pull request is not there. */
export async function toldOnPull({ pull }: Heard, { journal }: Active, { github }: Pick<Desk, "github">): Promise<Outcome> {
  if (pull === undefined || (await readRun(journal)).stage !== "awaiting_approval") return DONE;
  return {
    kind: "answer",
    text: `That is another thing than what was approved: there is a new plan, and it waits for an approval on #${github.number}.`,
  };
}
