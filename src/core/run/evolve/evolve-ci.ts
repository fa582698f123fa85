/** The repository's own checks on the published work: what they change in a run. */
import { backToKept } from "#core/run/best-result.ts";
import { startNextRound } from "#core/run/next-round.ts";
import { reviveGraph } from "#core/tasks/graph-moves.ts";
import { entersAnew, goesOn } from "./re-entry.ts";
import type { EventChanges } from "./reducer.ts";

export const CI_CHANGES: EventChanges = {
  ci_seen: (_run, { head, state, count, checks }) => ({ ci: { head, state, count, checks } }),
  // As a redirect of the kind `plan_change`, but no person said anything: nobody's words are kept, weighed or answered.
  ci_sent_back: (run) => ({
    ...goesOn(run),
    ...entersAnew(run),
    ...startNextRound(run),
    graph: reviveGraph(backToKept(run).graph),
    ciRounds: run.ciRounds + 1,
  }),
};
