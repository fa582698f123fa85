/** Describes atoms in plain words: for prompts, the command line, and comments, which make them safe themselves. */
import type { Plan } from "#core/plan/plan.ts";
import type { Atom, AtomId } from "#core/tasks/atom.ts";
import { graphFiguresOf } from "#core/tasks/convergence.ts";
import { type AtomState, type AtomStatus, atomStatusOf, childrenOf, type Graph } from "#core/tasks/graph.ts";
import { counted } from "#text/format/format.ts";

/** The atom's ties to others: `after A1, one of storage, doubtful`; empty where it has none. */
export function atomTiesOf({ dependsOn, group, doubtful }: Atom): string {
  return [
    ...(dependsOn.length === 0 ? [] : [`after ${dependsOn.join(", ")}`]),
    ...(group === null ? [] : [`one of ${group}`]),
    ...(doubtful ? ["doubtful"] : []),
  ].join(", ");
}

/** Describes an atom of a plan in one line. */
export function atomLine(atom: Atom): string {
  const ties = atomTiesOf(atom);
  return `${atom.id}${ties === "" ? "" : ` (${ties})`}: ${atom.description}`;
}

/** Says that atoms are done side by side; empty for a plan whose atoms are done one after the other. */
export function sideBySideWords({ sideBySide, limits }: Plan): string {
  return sideBySide === true
    ? `Atoms that do not wait for each other are worked on side by side, at most ${limits.parallel} at a time.`
    : "";
}

const STATUS_WORDS: Readonly<Record<AtomStatus, string>> = {
  pending: "open",
  in_progress: "in hand",
  resolved: "done",
  failed: "failed",
  skipped: "not needed",
};

/** The status of an atom with its failed attempts; `split` for one whose parts are done instead. */
export function atomStatusText(graph: Graph, state: AtomState): string {
  const status = atomStatusOf(graph, state);
  const parts = childrenOf(graph, state).length;
  const word = parts > 0 && status === "pending" ? "split" : STATUS_WORDS[status];
  return state.attempts > 0 && status !== "resolved" ? `${word}, ${counted(state.attempts, "failed attempt")}` : word;
}

/** `2 of 3 tasks done`, with failed ones; empty for a graph without atoms. */
export function atomFigures(graph: Graph): string {
  const { resolved, total, failed } = graphFiguresOf(graph);
  return total === 0 ? "" : `${resolved} of ${counted(total, "task")} done${failed === 0 ? "" : `, ${failed} failed`}`;
}

/** The alternative that is done in the place of a failed atom; null for every other atom. */
export function alternativeOf({ selected }: Graph, { atom: { id, group }, status }: AtomState): AtomId | null {
  const instead = group === null ? null : (selected[group] ?? null);
  return status !== "failed" || instead === id ? null : instead;
}

/**
 * A sentence for each atom that failed for good and has no alternative in its place; the parts of a failed atom are not
 * named beside it.
 */
export function failedAtoms(graph: Graph): readonly string[] {
  const failed = graph.atoms.filter(
    (state) => state.status === "failed" && state.parent === null && alternativeOf(graph, state) === null,
  );
  return failed.map(({ atom, why }) => `${atom.id} failed: ${why}`);
}

/** `stall 1/3: switch strategy`; empty where the graph made progress. */
export function stallWarning({ stalls }: Graph, limit: number): string {
  return stalls === 0 ? "" : `stall ${stalls}/${limit}: switch strategy`;
}
