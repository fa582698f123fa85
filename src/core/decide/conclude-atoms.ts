/** Conclusions about the atoms of a plan: the driver appends these events without performing a command. */
import { critiqueTargetsOf } from "#core/iteration/critique-targets.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { isGraphFinished } from "#core/tasks/convergence.ts";
import { atomIn } from "#core/tasks/graph.ts";
import { graphFollowUp } from "./backtrack.ts";
import type { Conclusion } from "./conclusion.ts";
import { next } from "./next.ts";
import { isDeciding } from "./stop-conditions.ts";

/** The run gives up an atom, tries another alternative, or ends an atom that was split. */
export const backtrack: Conclusion = (run) => {
  const { stage, graph, progress, base } = run;
  return stage === "running" ? graphFollowUp(graph, progress.tree ?? base.tree, limitsOf(run)) : null;
};

/** The run begins the next atoms before workers work on them, so that a crash leaves a trace. */
export const startAtom: Conclusion = (run) => {
  const command = next(run);
  if (command.kind !== "produce" || command.atom === null) return null;
  const waiting = [command.atom, ...(command.beside ?? [])].find((id) => atomIn(run.graph, id)?.status === "pending");
  return waiting === undefined ? null : { kind: "atom_started", atom: waiting };
};

/** The refinement is over and atoms are open: the next iteration goes on with them. */
export const goOnWithAtoms: Conclusion = (run) =>
  isDeciding(run) && !isGraphFinished(run.graph) && critiqueTargetsOf(run).length === 0
    ? { kind: "iteration_advanced", iteration: run.progress.iteration + 1, cause: "atoms" }
    : null;
