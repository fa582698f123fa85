/** What people are told of a base branch that moved while the work was done (S0.61). */
import { baseNowOf } from "#core/iteration/base-now.ts";
import type { Run } from "#core/run/run.ts";
import { code } from "#text/sanitize/quote.ts";

/** That the work was checked together with the base as it is, though it moved; empty otherwise. */
export function mergedWords(run: Run): readonly string[] {
  const base = baseNowOf(run);
  return base.kind === "merged" ? [`The base moved to ${code(base.commit)} meanwhile: the work was verified merged with it as well`] : [];
}

/** That nobody has checked the work together with the base as it is now; empty otherwise. */
export function unseenWords(run: Run): readonly string[] {
  const base = baseNowOf(run);
  return base.kind === "unseen" ? [`The base moved to ${code(base.commit)} after the work was verified: not checked together with it`] : [];
}
