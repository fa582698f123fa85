/** Every graph comes to an end, whatever the world answers to its work. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { graphFiguresOf } from "#core/tasks/convergence.ts";
import { anAtom } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";
import {
  attempt,
  due,
  graphWith,
  isOver,
  LIMITS,
  open,
  type Play,
  playOf,
  probed,
  split,
  standing,
  take,
  turned,
} from "../stories/graph-play.ts";

const T1 = j.sha("1");

/** What the world says to each piece of work, from a list of numbers. */
function answered(play: Play, choose: () => number): Play {
  const work = due(play);
  if (work === null) return turned(play);
  if (work.kind === "probe") return take(play, ...work.atoms.map((atom) => probed(atom, choose() % 3 > 0)));
  if (work.kind === "decompose") {
    return choose() % 4 === 0 ? take(play, { kind: "atom_failed", atom: work.atom, why: "no", final: true }) : split(play, work.atom);
  }
  return attempt(play, work.atom, choose() % 2 === 0 ? T1 : null);
}

/** Nodes of the largest tree of parts that the limits allow, two each; each costs its attempts, two probes, one split, and its iterations. */
const NODES = 1 + 2 + 4 + 8;
const COST = 2 * LIMITS.atomAttempts + 2 + 1;

/** Graphs without a circle: atoms wait for earlier ones, and alternatives for nothing. */
const graphs = fc
  .array(
    fc.record({
      waits: fc.array(fc.nat({ max: 11 }), { maxLength: 3 }),
      group: fc.constantFrom(null, null, "left", "right"),
      doubtful: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((list) =>
    list.map(({ waits, group, doubtful }, index) => {
      const earlier = group === null ? [...new Set(waits.filter((place) => place < index))] : [];
      return anAtom(`A${index + 1}`, { group, doubtful, dependsOn: earlier.map((place) => `A${place + 1}`) });
    }),
  );

/** Everything that was reached, as numbers that only grow. */
function reached({ graph }: Play): number {
  return graphFiguresOf(graph).resolved + graph.switches.length + graph.decompositions.length;
}

/** Plays to the end; `each` sees the play before and after every iteration. Throws when it takes more than the bound. */
function playOut(begin: Play, choose: () => number, each: (before: Play, after: Play) => void): Play {
  let [play, before] = [begin, begin];
  let left = begin.graph.atoms.length * (NODES * COST + 1);
  while (!isOver(play)) {
    if (left-- === 0) throw new Error(`no end: ${JSON.stringify(standing(play))}`);
    const next = answered(play, choose);
    if (next.iteration > play.iteration) {
      each(before, next);
      before = next;
    }
    play = next;
  }
  return play;
}

it("ends every graph within its bound, and each iteration gets further or stalls [S2.29, S2.30, C2.01, C2.05, 6.9 #10, U.10]", () => {
  const property = fc.property(graphs, fc.array(fc.nat(), { maxLength: 100 }), (atoms, numbers) => {
    let at = 0;
    const end = playOut(
      playOf(graphWith(atoms)),
      () => numbers[at++] ?? at * 7919,
      (before, after) => {
        const further = reached(after) > reached(before) || open(after).length === 0;
        expect(further || after.graph.stalls === before.graph.stalls + 1).toBe(true);
      },
    );
    const skipped = Object.entries(standing(end)).flatMap(([id, status]) => (status === "skipped" ? [id] : []));
    expect(open(end).filter((id) => skipped.includes(id))).toEqual([]);
  });
  void fc.assert(property, { numRuns: 1_000, seed: 2 });
});
