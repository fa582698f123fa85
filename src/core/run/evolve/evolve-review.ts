/** The events about published work, from reviews and from the repository's own checks: what each changes in a run. */
import { backToKept } from "#core/run/best-result.ts";
import { startNextRound } from "#core/run/next-round.ts";
import { reviveGraph } from "#core/tasks/graph-moves.ts";
import { entersAnew, goesOn } from "./re-entry.ts";
import { withoutScore } from "./redirect-effect.ts";
import type { EventChanges } from "./reducer.ts";

export const REVIEW_CHANGES: EventChanges = {
  // An event that covers no more than was measured already is of an earlier round.
  review_measured: (run, { of, head, rules, unmeasured }) =>
    of < run.measured
      ? {}
      : {
          measurements: [...run.measurements, { of, head, rules, unmeasured }],
          measured: of + 1,
          errorState: null,
          progress: rules.length === 0 ? run.progress : withoutScore(run),
        },
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
