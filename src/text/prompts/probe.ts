/** Asks the probe whether an atom can be done, and what it would take. */
import type { Run } from "#core/run/run.ts";
import type { AtomId } from "#core/tasks/atom.ts";
import { atomIn } from "#core/tasks/graph.ts";
import { atomData, atomsData, basisData } from "./atom-data.ts";
import { resultsData, taskData } from "./data.ts";
import { aboutRun, frame } from "./frame.ts";

const TASK = [
  "Find out whether the atom below can be done in this repository as it is now. Read only; change nothing.",
  "Where attempts have failed, find their cause, and say whether the atom can still be done another way.",
  "feasible: false only where what you read shows that it cannot be done; say what shows it. You inform; others " +
    "decide.",
  "Answer with one JSON object: feasible, findings with paths, cost (low, medium or high), risks, recommendations " +
    "and the files that matter.",
];

/** The probe's prompt. Throws on a bug: no plan, no such atom. */
export function probePrompt(run: Run, id: AtomId): string {
  return frame("PROBE", TASK, atomBlocks(run, id));
}

/** The data about an atom for the probe and the decomposer. Throws on a bug: no plan, no such atom. */
export function atomBlocks(run: Run, id: AtomId): readonly string[] {
  const state = atomIn(run.graph, id);
  if (state === null) throw new Error(`bug: there is no atom ${id}`);
  return [
    ...taskData(run),
    aboutRun(run),
    resultsData("last results", run.progress.evaluation?.results ?? []),
    atomsData(run.graph),
    basisData(run.graph, state),
    atomData(state),
  ];
}
