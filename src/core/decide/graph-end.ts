/** Decides why the work graph cannot be carried out any further: the structural stop rule. */
import type { StopReason } from "#core/events/data/reason.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { isDeadlocked } from "#core/tasks/schedule.ts";
import { graphFollowUp } from "./backtrack.ts";

/** The reasons of the structural stop rule, in their order. */
export const DEAD_ENDS = [
  "or_exhausted",
  "atom_failed",
  "deadlock",
  "empty_plan",
] as const satisfies readonly StopReason[];
type DeadEnd = (typeof DEAD_ENDS)[number];

/**
 * True while an iteration has made something that was not scored yet: the run scores it, and keeps it if it is better,
 * before a dead end stops the run.
 */
export function isUnscored({ progress: { step, tree, evaluation }, base }: Run): boolean {
  return step === "PRODUCE_PREPARE" && tree !== null && tree !== (evaluation?.tree ?? base.tree);
}

/** The structural reason why a running run can only end; null while its graph can go on. */
export function deadEndOf(run: Run): DeadEnd | null {
  const { stage, graph, plan, progress, base } = run;
  if (stage !== "running" || plan === null) return null;
  if (graph.atoms.length === 0) return "empty_plan";
  const ofPlan = graph.atoms.filter(({ parent }) => parent === null);
  const exhausted = ofPlan.some(({ atom: { group } }) => {
    return group !== null && ofPlan.every(({ atom, status }) => atom.group !== group || status === "failed");
  });
  if (exhausted) return "or_exhausted";
  if (ofPlan.some(({ atom, status }) => atom.group === null && status === "failed")) return "atom_failed";
  return isDeadlocked(graph) && graphFollowUp(graph, progress.tree ?? base.tree, limitsOf(run)) === null
    ? "deadlock"
    : null;
}
