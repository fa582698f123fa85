/** Atoms for tests: a test names only what it is about. */
import type { Atom, Probe } from "#core/tasks/atom.ts";
import { type Graph, graphOf } from "#core/tasks/graph.ts";

/** An atom that waits for nothing. */
export function anAtom(id: string, overrides: Partial<Omit<Atom, "id">> = {}): Atom {
  return { id, description: `do ${id}`, dependsOn: [], group: null, doubtful: false, priority: 2, ...overrides };
}

/** What a probe finds. */
export function aProbe(feasible: boolean): Probe {
  return { feasible, findings: "looked", cost: "low", risks: [], recommendations: [], files: [] };
}

/** What a worker says when an atom is done, or when it could not be done. */
export function account(success: boolean, summary = success ? "Done." : "It does not work."): Readonly<Record<string, unknown>> {
  return { success, summary, details: "", issues: [], nextSteps: [] };
}

/** A graph whose atoms are all done, in the order in which they stand. */
export function doneGraph(atoms: readonly Atom[]): Graph {
  const binding = { summary: "done", artifacts: [] };
  return { ...graphOf(atoms), atoms: graphOf(atoms).atoms.map((state) => ({ ...state, status: "resolved", binding, kept: true })) };
}
