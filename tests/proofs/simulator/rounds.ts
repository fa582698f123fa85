/** The bot's rounds: every five minutes it asks which issues are worth a look, and each look is a job like any other (decision 0041). */
import { dueIssues } from "#adapters/github/issue/due-issues.ts";
import { findEndedWorkflowRun } from "#adapters/github/workflow/ended-workflow-run.ts";
import { POLL_INTERVAL } from "#core/config/poll-intervals.ts";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import { Failure } from "#ports/failure.ts";
import { STATUS_LABELS } from "#text/phrases/label.ts";
import type { Told } from "./bot.ts";
import { apiOf, type Surroundings } from "./stations.ts";
import type { World } from "./world.ts";

const PLACE = { owner: "acme", repo: "widget" } as const;

/** A look at an issue, as a job of `bot/jobs/job.ts`. */
export function lookAt(issue: number): Told {
  const at = { ...PLACE, workflow: "loopwright.yml" };
  return {
    issue,
    expected: true,
    work: (desk, surroundings) => reconcile(desk, (counted) => findEndedWorkflowRun(apiOf(surroundings), at, counted)),
  };
}

/** Looks from now on, for as long as the world lasts. `look` is called for each issue that is worth it. */
export function makeRounds(world: World, look: (issue: number) => void, onBug: (error: unknown) => void): void {
  const { schedule, github } = world;
  let due = dueIssues(PLACE, STATUS_LABELS);
  const round = async (nth: number): Promise<void> => {
    const surroundings = world.born(`bot round ${nth}`, github.app());
    const found = await surroundings.process.run(() => issuesOf(due, surroundings));
    // Whoever is born again has forgotten what it saw.
    if (found === null) due = dueIssues(PLACE, STATUS_LABELS);
    for (const issue of found ?? []) look(issue);
  };
  const go = (nth: number): void => {
    round(nth).catch(onBug);
    schedule.after(POLL_INTERVAL, () => go(nth + 1));
  };
  go(0);
}

async function issuesOf(due: ReturnType<typeof dueIssues>, surroundings: Surroundings): Promise<readonly number[]> {
  try {
    return await due(apiOf(surroundings), surroundings.process.clock.now());
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    surroundings.log.warn(`nothing was looked for: ${error.message}`);
    return [];
  }
}
