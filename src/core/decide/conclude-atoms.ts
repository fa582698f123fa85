/** What follows for the atoms of a plan, without anything being done. */
import { critiqueTargetsOf } from "#core/iteration/critique-targets.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { isGraphFinished } from "#core/tasks/convergence.ts";
import { atomIn } from "#core/tasks/graph.ts";
import { graphFollowUp } from "./backtrack.ts";
import type { Conclusion } from "./conclusion.ts";
import { next } from "./next.ts";
import { isDeciding } from "./stop-conditions.ts";

/** Giving up an atom, another alternative, the end of one that was split (S2.19, S2.28). */
export const backtrack: Conclusion = (run) => {
  const { stage, graph, progress, base } = run;
  return stage === "running" ? graphFollowUp(graph, progress.tree ?? base.tree, limitsOf(run)) : null;
};

/** The atom that comes next is begun before it is worked on, so that a crash leaves a trace (S2.24). */
export const startAtom: Conclusion = (run) => {
  const command = next(run);
  if (command.kind !== "produce" || command.atom === null) return null;
  return atomIn(run.graph, command.atom)?.status === "pending" ? { kind: "atom_started", atom: command.atom } : null;
};

/** Nothing is left to be advised, and atoms are: the next iteration goes on with them (behaviours 6.3). */
export const goOnWithAtoms: Conclusion = (run) =>
  isDeciding(run) && !isGraphFinished(run.graph) && critiqueTargetsOf(run).length === 0
    ? { kind: "iteration_advanced", iteration: run.progress.iteration + 1, cause: "atoms" }
    : null;
