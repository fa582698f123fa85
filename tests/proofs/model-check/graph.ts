/** The states that were seen, by numbers: how each was first reached, and from which of them the engine alone comes to an end. */
import type { Move } from "./append.ts";
import { keyOf, type State } from "./state.ts";

/** A state whose moves were not looked at yet. */
export interface Waiting {
  readonly state: State;
  readonly number: number;
  readonly depth: number;
}

export interface Graph {
  readonly numbers: Map<string, number>;
  /** Before which state each was first seen, and by which move it was reached. */
  readonly parents: number[];
  readonly names: string[];
  /** Arrows of the engine alone, from and to. */
  readonly arrows: { readonly from: number[]; readonly to: number[] };
  /** States where nothing is left to do until somebody speaks, and those that were not looked at. */
  readonly ends: Set<number>;
  /** All states in the order of their numbers; one that was looked at is gone. */
  readonly queue: (Waiting | undefined)[];
}

/** A graph of one state. */
export function graphOf(first: State): Graph {
  const graph: Graph = { numbers: new Map(), parents: [], names: [], arrows: { from: [], to: [] }, ends: new Set(), queue: [] };
  reach(graph, { to: first, name: "" }, { number: 0, depth: -1 });
  return graph;
}

/** The number of a state, new or known; a new one waits for its turn. */
export function reach(graph: Graph, { to, name }: Pick<Move, "to" | "name">, from: Pick<Waiting, "number" | "depth">): number {
  const key = keyOf(to);
  const known = graph.numbers.get(key);
  if (known !== undefined) return known;
  const number = graph.numbers.size;
  graph.numbers.set(key, number);
  graph.parents[number] = from.number;
  graph.names[number] = name;
  graph.queue[number] = { state: to, number, depth: from.depth + 1 };
  return number;
}

/** The names of the moves by which a state was first reached: no way is shorter. */
export function wayTo({ parents, names }: Graph, number: number): readonly string[] {
  const way: string[] = [];
  for (let at = number; at > 0; at = parents[at] ?? 0) way.unshift(names[at] ?? "");
  return way;
}

/** A state from which no end can be reached by the engine alone, if there is one: looked for backwards from the ends. */
export function withoutEnd({ numbers, ends, arrows }: Graph): number | null {
  const into = backwards(arrows);
  const good = new Set(ends);
  const queue = [...ends];
  for (let number = queue.pop(); number !== undefined; number = queue.pop()) {
    const fresh = (into.get(number) ?? []).filter((before) => !good.has(before));
    for (const before of fresh) good.add(before);
    queue.push(...fresh);
  }
  for (let number = 0; number < numbers.size; number++) if (!good.has(number)) return number;
  return null;
}

function backwards({ from, to }: Graph["arrows"]): ReadonlyMap<number, readonly number[]> {
  const into = new Map<number, number[]>();
  for (const [index, target] of to.entries()) {
    const before = into.get(target);
    if (before === undefined) into.set(target, [from[index] ?? 0]);
    else before.push(from[index] ?? 0);
  }
  return into;
}
