/** Decides when a plan is tried on its base, and what follows from what that has shown. */
import { WORKFLOWS } from "#core/plan/workflow.ts";
import type { Run } from "#core/run/run.ts";
import type { Conclusion } from "./conclusion.ts";

/** How often a plan goes back to the hydrator because of what its rehearsal has shown. */
const MOST_RETURNS = 2;

/** True for a plan of changes that was not tried yet, in a run whose plans are tried. */
export function isRehearsalDue({ stage, rehearses, rehearsal, plan }: Run): boolean {
  if (stage !== "reviewing" || !rehearses || rehearsal !== null || plan === null) return false;
  return !WORKFLOWS[plan.workflow].answers;
}

/** A plan with broken rules is made again; nobody is asked about one that cannot be tried, or is broken for good. */
export const judgeRehearsal: Conclusion = ({ stage, rehearsal, returned }) => {
  if (stage !== "reviewing" || rehearsal === null) return null;
  if (rehearsal.failed !== null) return { kind: "halted", reason: "setup_failed" };
  if (rehearsal.broken.length === 0) return null;
  return returned < MOST_RETURNS ? { kind: "revision_requested" } : { kind: "halted", reason: "rehearsal_failed" };
};
