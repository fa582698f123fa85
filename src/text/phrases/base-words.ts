/** Tells people about a base branch that moved while the work was done. */
import { baseNowOf } from "#core/iteration/base-now.ts";
import type { Run } from "#core/run/run.ts";
import { code } from "#text/sanitize/quote.ts";

/** Says that QA verified the work merged with the moved base; empty otherwise. */
export function mergedWords(run: Run): readonly string[] {
  const base = baseNowOf(run);
  return base.kind === "merged"
    ? [`The base moved to ${code(base.commit)} meanwhile: the work was verified merged with it as well`]
    : [];
}

/** Says that the work was not checked together with the base as it is now; empty otherwise. */
export function unseenWords(run: Run): readonly string[] {
  const base = baseNowOf(run);
  return base.kind === "unseen"
    ? [`The base moved to ${code(base.commit)} after the work was verified: not checked together with it`]
    : [];
}
