/** Rules that are made of reviews: what they change in a run. */
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
};
