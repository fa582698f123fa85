/** Plays a work graph alone, as a run would: what follows by itself is taken in, and somebody answers for the rest. */
import { graphFollowUp } from "#core/decide/backtrack.ts";
import type { EventDraft, EventKind } from "#core/events/event.ts";
import { ATOM_CHANGES } from "#core/run/evolve/evolve-atom.ts";
import type { EventChange } from "#core/run/evolve/reducer.ts";
import type { Run } from "#core/run/run.ts";
import type { Atom } from "#core/tasks/atom.ts";
import { countStalls, isGraphFinished } from "#core/tasks/convergence.ts";
import { type AtomState, atomIn, atomStatusOf, type Graph, graphOf, unresolvedAtoms } from "#core/tasks/graph.ts";
import { type DueWork, dueWorkIn } from "#core/tasks/schedule.ts";
import { partsOfSplit } from "#core/tasks/split.ts";
import { Limits } from "#core/values/limits.ts";
import { aProbe } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";

export const LIMITS = Limits.parse({});

/** The graph of these atoms, with some states laid over. */
export function graphWith(atoms: readonly Atom[], states: Readonly<Record<string, Partial<AtomState>>> = {}): Graph {
  const graph = graphOf(atoms);
  return { ...graph, atoms: graph.atoms.map((state) => ({ ...state, ...states[state.atom.id] })) };
}

/** A graph in an iteration over some tree. */
export interface Play {
  readonly graph: Graph;
  readonly iteration: number;
  readonly tree: string;
}

export function playOf(graph: Graph, iteration = 1): Play {
  return { graph, iteration, tree: j.sha("0") };
}

/** Takes an event in, as `evolve` does, and all that follows by itself. */
export function take(play: Play, ...drafts: readonly EventDraft[]): Play {
  let now = play;
  for (const draft of drafts) {
    now = changed(now, draft);
    for (let next = graphFollowUp(now.graph, now.tree, LIMITS); next !== null; next = graphFollowUp(now.graph, now.tree, LIMITS)) {
      now = changed(now, next);
    }
  }
  return now;
}

function changed({ graph, iteration, tree }: Play, draft: EventDraft): Play {
  const begun = j.runOf(j.HYDRATED);
  const run: Run = { ...begun, graph, progress: { ...begun.progress, iteration, tree } };
  const change = ATOM_CHANGES[draft.kind] as EventChange<EventKind> | undefined;
  const after = change?.(run, { ...draft, at: 0 } as never) ?? {};
  return { graph: after.graph ?? graph, iteration, tree: after.progress?.tree ?? tree };
}

/** One whole attempt at an atom. `tree`: what it makes; null when it fails. */
export function attempt(play: Play, atom: string, tree: string | null): Play {
  const started = take(play, { kind: "atom_started", atom });
  if (tree === null) return take(started, j.failedOnce(atom));
  return take({ ...started, tree }, j.resolved(atom));
}

/** What is due now, after what follows by itself. */
export function due({ graph, iteration }: Play, most = 1): DueWork | null {
  return dueWorkIn(graph, iteration, LIMITS, most);
}

/** The next iteration, when nothing more can be done in this one. */
export function turned({ graph, iteration, tree }: Play): Play {
  return { graph: countStalls(graph, iteration), iteration: iteration + 1, tree };
}

/** True when nothing can come of the graph any more: it is finished, or no work is due in any iteration. */
export function isOver(play: Play): boolean {
  return isGraphFinished(play.graph) || dueWorkIn(play.graph, -1, LIMITS, 1) === null;
}

/** The ids of the open leaves. */
export function open({ graph }: Play): readonly string[] {
  return unresolvedAtoms(graph).map(({ atom }) => atom.id);
}

/** Where an atom stands by itself. */
export function stateIn({ graph }: Play, id: string): AtomState {
  const state = atomIn(graph, id);
  if (state === null) throw new Error(`there is no ${id}`);
  return state;
}

/** How each atom stands among the others, by its id. */
export const standing = ({ graph }: Play): Readonly<Record<string, string>> =>
  Object.fromEntries(graph.atoms.map((state) => [state.atom.id, atomStatusOf(graph, state)]));

/** What a probe found of an atom. */
export const probed = (atom: string, feasible: boolean): EventDraft => ({ kind: "atom_probed", atom, probe: aProbe(feasible) });

/** Splits an atom into two parts, the second of which waits for the first. */
export function split(play: Play, id: string): Play {
  const parts = [
    { description: "a", after: [] },
    { description: "b", after: [1] },
  ];
  const children = partsOfSplit(stateIn(play, id).atom, { reason: "r", parts });
  return take(play, { kind: "atom_decomposed", parent: id, children, reason: "r" });
}
