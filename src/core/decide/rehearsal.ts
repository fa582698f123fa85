/** Decides what follows from what trying a plan on its base has shown. */
import type { Conclusion } from "./conclusion.ts";

/** How often rules go back to the hydrator because of what trying them has shown. */
export const MOST_RETURNS = 2;

/**
 * A plan with broken rules is made again; nobody is asked about one that cannot be tried, or is broken for good. One
 * that lets wrong patches pass is made again once, and is shown with those that still do.
 */
export const judgeRehearsal: Conclusion = ({ stage, rehearsal, returned, sharpened, plan, review }) => {
  if (stage !== "reviewing" || rehearsal === null) return null;
  if (rehearsal.failed !== null) return { kind: "halted", reason: "setup_failed" };
  if (rehearsal.broken.length === 0) {
    const slipped = plan?.rehearsal?.attacks?.slipped ?? [];
    return slipped.length > 0 && !sharpened && review === null ? { kind: "revision_requested" } : null;
  }
  return returned < MOST_RETURNS ? { kind: "revision_requested" } : { kind: "halted", reason: "rehearsal_failed" };
};
