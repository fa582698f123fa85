/** Atoms that are worked on side by side: which are taken together, and in which plans there are any. */
import { expect, it } from "vitest";
import type { Atom } from "#core/tasks/atom.ts";
import { haveIndependent } from "#core/tasks/independent.ts";
import { anAtom } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";
import { attempt, due, graphWith, playOf, probed, split, take, turned } from "../stories/graph-play.ts";

const T1 = j.sha("1");
const THREE = [anAtom("A1"), anAtom("A2"), anAtom("A3", { dependsOn: ["A1"] })];

it("takes atoms that wait for nothing together, at most as many as the limit, and what waits comes after [S2.25, C4.15]", () => {
  const play = playOf(graphWith(THREE));
  expect(due(play)).toEqual({ kind: "produce", atom: "A1" });
  expect(due(play, 3)).toEqual({ kind: "produce", atom: "A1", beside: ["A2"] });
  const many = playOf(graphWith(["A1", "A2", "A3", "A4"].map((id) => anAtom(id))));
  expect(due(many, 3)).toEqual({ kind: "produce", atom: "A1", beside: ["A2", "A3"] });
  expect(due(attempt(attempt(play, "A1", T1), "A2", T1), 3)).toEqual({ kind: "produce", atom: "A3" });
});

it("goes on in the order of the plan with those that are started, and adds others while there is room", () => {
  const wanted = [anAtom("A1"), anAtom("A2", { priority: 1 }), anAtom("A3")];
  const play = playOf(graphWith(wanted));
  expect(due(play, 2)).toEqual({ kind: "produce", atom: "A2", beside: ["A1"] });
  const started = take(play, { kind: "atom_started", atom: "A2" }, { kind: "atom_started", atom: "A1" });
  expect(due(started, 2)).toEqual({ kind: "produce", atom: "A1", beside: ["A2"] });
  expect(due(take({ ...started, tree: T1 }, j.resolved("A1")), 2)).toEqual({ kind: "produce", atom: "A2", beside: ["A3"] });
});

it("never takes two alternatives together: the next one is tried when the first has failed [S2.27]", () => {
  const ways = [anAtom("A1", { group: "way" }), anAtom("A2", { group: "way" }), anAtom("A3")];
  const play = playOf(graphWith(ways));
  expect(due(play, 3)).toEqual({ kind: "produce", atom: "A1", beside: ["A3"] });
  expect(due(attempt(play, "A1", null), 3)).toEqual({ kind: "produce", atom: "A2", beside: ["A3"] });
});

it("does the parts of an atom that was split one after the other", () => {
  const failed = attempt(turned(attempt(playOf(graphWith([anAtom("A1")])), "A1", null)), "A1", null);
  const parts = split(take(failed, probed("A1", true)), "A1");
  expect(due(parts, 3)).toEqual({ kind: "produce", atom: "A1.1" });
});

it.each<{ what: string; atoms: readonly Atom[]; found: boolean }>([
  { what: "one atom", atoms: [anAtom("A1")], found: false },
  { what: "a chain", atoms: [anAtom("A1"), anAtom("A2", { dependsOn: ["A1"] }), anAtom("A3", { dependsOn: ["A2"] })], found: false },
  { what: "alternatives", atoms: [anAtom("A1", { group: "way" }), anAtom("A2", { group: "way" })], found: false },
  {
    what: "alternatives and what waits for one",
    atoms: [anAtom("A1", { group: "way" }), anAtom("A2", { group: "way" }), anAtom("A3", { dependsOn: ["A2"] })],
    found: false,
  },
  {
    what: "what waits for both, and for one of them again",
    atoms: [anAtom("A1"), anAtom("A2", { dependsOn: ["A1"] }), anAtom("A3", { dependsOn: ["A1", "A2"] })],
    found: false,
  },
  { what: "a dependency that is not there", atoms: [anAtom("A1", { dependsOn: ["A9"] })], found: false },
  { what: "two that wait for the same", atoms: THREE, found: true },
])("finds in $what that some do not wait for each other: $found", ({ atoms, found }) => {
  expect(haveIndependent(atoms)).toBe(found);
});
