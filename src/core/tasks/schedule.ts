/** Decides which atom the run works on next: code alone, no model. */
import type { Limits } from "#core/values/limits.ts";
import { type Atom, type AtomId, dependencyNodeOf } from "./atom.ts";
import { type AtomState, atomIn, atomStatusOf, depthOf, type Graph, isResolved, unresolvedAtoms } from "./graph.ts";

type Bounds = Pick<Limits, "atomAttempts" | "depth" | "parallel">;

/**
 * The work that is due: at most `limits.parallel` probes side by side, one atom to split, or one to do, with those that
 * are done `beside` it.
 */
export type DueWork =
  | { readonly kind: "probe"; readonly atoms: readonly AtomId[] }
  | { readonly kind: "decompose"; readonly atom: AtomId }
  | { readonly kind: "produce"; readonly atom: AtomId; readonly beside?: readonly AtomId[] };

/** Unresolved leaves whose dependencies are all resolved. */
function ready(graph: Graph): readonly AtomState[] {
  return unresolvedAtoms(graph).filter(({ atom }) => atom.dependsOn.every((id) => isResolved(graph, id)));
}

/** True when the attempts at an atom have failed as often as they may. */
export function hasNoAttemptsLeft({ attempts }: AtomState, { atomAttempts }: Pick<Limits, "atomAttempts">): boolean {
  return attempts >= atomAttempts;
}

/** A probe is due before the first attempt at a doubtful atom, and once after the last. */
function wantsProbe(state: AtomState, limits: Bounds): boolean {
  if (hasNoAttemptsLeft(state, limits)) return state.probe?.attempts !== state.attempts;
  return state.atom.doubtful && state.attempts === 0 && state.probe === null;
}

/** True when an atom may be split: no attempts are left, its probe says that it can be done, and it is not too deep. */
function maySplit(graph: Graph, state: AtomState, limits: Bounds): boolean {
  return hasNoAttemptsLeft(state, limits) && state.probe?.feasible === true && depthOf(graph, state) < limits.depth;
}

/**
 * Atoms that can be done now, the best first. One that failed in this iteration waits for the next one, so that no
 * failing action is repeated at once.
 */
export function executableAtoms(graph: Graph, iteration: number, limits: Bounds): readonly AtomState[] {
  const free = ready(graph).filter(
    (state) => state.triedIn !== iteration && !hasNoAttemptsLeft(state, limits) && !wantsProbe(state, limits),
  );
  return [...free].sort((a, b) => compare(graph, a.atom, b.atom));
}

/** The order of atoms: more dependants first, then the priority, then the id. */
function compare(graph: Graph, a: Atom, b: Atom): number {
  return dependants(graph, b) - dependants(graph, a) || a.priority - b.priority || (sortable(a) < sortable(b) ? -1 : 1);
}

/** `A2` before `A10`, and `A2.1` between them. */
function sortable({ id }: Atom): string {
  return id.replace(/\d+/g, (digits) => digits.padStart(2, "0"));
}

/** The number of nodes that wait for this one, directly or through others: pending atoms, a group counted once. */
function dependants(graph: Graph, atom: Atom): number {
  const reached = new Set([dependencyNodeOf(atom)]);
  const waiting = graph.atoms.filter((state) => atomStatusOf(graph, state) === "pending");
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const { atom: one } of waiting)
      if (one.dependsOn.some((id) => reached.has(nodeNamed(graph, id)))) reached.add(dependencyNodeOf(one));
  }
  return reached.size - 1;
}

function nodeNamed(graph: Graph, id: AtomId): string {
  const found = atomIn(graph, id);
  return found === null ? id : dependencyNodeOf(found.atom);
}

/**
 * Atoms to do now, at most `most`: those that are started, in the order of the plan, then the best of the others. The
 * parts of an atom that was split go alone: they come of one thing.
 */
function takenUp(graph: Graph, iteration: number, limits: Bounds, most: number): readonly AtomState[] {
  const begun = unresolvedAtoms(graph).filter(({ status }) => status === "in_progress");
  const [first, ...others] = [
    ...begun,
    ...executableAtoms(graph, iteration, limits).filter((state) => !begun.includes(state)),
  ];
  if (first === undefined) return [];
  return first.parent === null ? [first, ...others.filter(({ parent }) => parent === null)].slice(0, most) : [first];
}

function produce(states: readonly AtomState[]): DueWork | null {
  const [atom, ...beside] = states.map((state) => state.atom.id);
  if (atom === undefined) return null;
  return { kind: "produce", atom, ...(beside.length === 0 ? {} : { beside }) };
}

/**
 * The work that is due; null when nothing more can be done in this iteration. A started atom comes first. `sideBySide`:
 * how many atoms are done at a time.
 */
export function dueWorkIn(graph: Graph, iteration: number, limits: Bounds, sideBySide: number): DueWork | null {
  const atoms = takenUp(graph, iteration, limits, sideBySide);
  if (atoms[0]?.status === "in_progress") return produce(atoms);
  const open = ready(graph);
  const doubted = open.filter((state) => wantsProbe(state, limits)).map(({ atom }) => atom.id);
  if (doubted.length > 0) return { kind: "probe", atoms: doubted.slice(0, limits.parallel) };
  const split = open.find((state) => maySplit(graph, state, limits));
  if (split !== undefined) return { kind: "decompose", atom: split.atom.id };
  return produce(atoms);
}

/** True when atoms are left and each waits for one that is not resolved: then none can ever begin. */
export function isDeadlocked(graph: Graph): boolean {
  return unresolvedAtoms(graph).length > 0 && ready(graph).length === 0;
}
