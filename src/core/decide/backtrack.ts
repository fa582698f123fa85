/**
 * Conclusions in the work graph: the run gives up an atom, backtracks to an alternative, or resolves an atom that was
 * split.
 */
import { ATOM_FAILURE_CHARACTERS } from "#core/events/atom-events.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { AtomId } from "#core/tasks/atom.ts";
import {
  type AtomState,
  alternativesOf,
  atomIn,
  atomStatusOf,
  childrenOf,
  depthOf,
  type Graph,
  unresolvedAtoms,
} from "#core/tasks/graph.ts";
import { isPartOf } from "#core/tasks/graph-moves.ts";
import { hasNoAttemptsLeft } from "#core/tasks/schedule.ts";
import type { Limits } from "#core/values/limits.ts";

type Bounds = Pick<Limits, "atomAttempts" | "depth">;

/** An alternative that could still be tried instead. */
function hasAlternative(graph: Graph, state: AtomState): boolean {
  return alternativesOf(graph, state).some(({ atom, status }) => atom.id !== state.atom.id && status !== "failed");
}

/** Why an open leaf has no future; null while it has one. */
function hopeless(graph: Graph, state: AtomState, limits: Bounds): string | null {
  const { attempts, probe, why } = state;
  if (hasAlternative(graph, state)) {
    if (attempts > 0) return why;
    return probe?.feasible === false ? `a probe says that it cannot be done: ${probe.findings}` : null;
  }
  if (!hasNoAttemptsLeft(state, limits) || probe?.attempts !== attempts) return null;
  if (!probe.feasible) return `failed ${attempts} times, and a probe says that it cannot be done: ${probe.findings}`;
  return depthOf(graph, state) >= limits.depth
    ? `failed ${attempts} times, and was split as often as it may be: ${why}`
    : null;
}

/** A leaf without a future fails; so does an atom one of whose parts has failed. */
function giveUp(graph: Graph, limits: Bounds): EventDraft | null {
  for (const state of unresolvedAtoms(graph)) {
    const why = state.status === "pending" ? hopeless(graph, state, limits) : null;
    if (why !== null)
      return { kind: "atom_failed", atom: state.atom.id, why: why.slice(0, ATOM_FAILURE_CHARACTERS), final: true };
  }
  for (const state of graph.atoms) {
    const broken = childrenOf(graph, state).find(({ status }) => status === "failed");
    if (broken === undefined || atomStatusOf(graph, state) !== "pending") continue;
    return {
      kind: "atom_failed",
      atom: state.atom.id,
      why: `its part ${broken.atom.id}: ${broken.why}`.slice(0, ATOM_FAILURE_CHARACTERS),
      final: true,
    };
  }
  return null;
}

/** The next alternative after one that failed. */
function switchOver(graph: Graph, tree: string): EventDraft | null {
  for (const [group, from] of Object.entries(graph.selected)) {
    const failed = atomIn(graph, from);
    const next = graph.atoms.find(({ atom, status }) => atom.group === group && status !== "failed");
    if (failed?.status !== "failed" || next === undefined) continue;
    const reason = `auto-backtrack: ${from} failed: ${failed.why}`.slice(0, 1000);
    return { kind: "or_switched", group, from, to: next.atom.id, reason, tree: treeWithout(graph, from, tree) };
  }
  return null;
}

/**
 * The tree without what the parts of an atom did; null when there is nothing to take back, and when other work lies
 * between or above it: the run discards no other atom's work for it.
 */
function treeWithout(graph: Graph, id: AtomId, tree: string): string | null {
  const parts = graph.atoms.filter((state) => isPartOf(graph, state, id));
  const wanted = atomIn(graph, id)?.before;
  let at = tree;
  for (let left = parts; at !== wanted; ) {
    const last = left.find(({ after, before }) => after === at && before !== at && before !== "");
    if (last === undefined) return null;
    at = last.before;
    left = left.filter((state) => state !== last);
  }
  return at === tree ? null : at;
}

/** An atom that was split is resolved when all of its parts are. */
function completeSplit(graph: Graph): EventDraft | null {
  for (const state of graph.atoms) {
    const parts = childrenOf(graph, state);
    if (
      parts.length === 0 ||
      atomStatusOf(graph, state) !== "pending" ||
      parts.some(({ status }) => status !== "resolved")
    )
      continue;
    const artifacts = [...new Set(parts.flatMap(({ binding }) => binding?.artifacts ?? []))].slice(0, 500);
    const summary = `completed via ${parts.map(({ atom }) => atom.id).join(", ")}`;
    return { kind: "atom_resolved", atom: state.atom.id, binding: { summary, artifacts } };
  }
  return null;
}

/**
 * The event that follows from the graph now, without performing a command; null when a command must be performed first.
 * `tree`: the work so far.
 */
export function graphFollowUp(graph: Graph, tree: string, limits: Bounds): EventDraft | null {
  return giveUp(graph, limits) ?? switchOver(graph, tree) ?? completeSplit(graph);
}
