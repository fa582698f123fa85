import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Atom, Atoms, atomProblemsOf } from "#core/tasks/atom.ts";
import { isResolved } from "#core/tasks/graph.ts";
import { partsOfSplit, Split } from "#core/tasks/split.ts";
import { anAtom } from "../../builders/atoms.ts";
import { graphWith } from "../stories/graph-play.ts";

const after = (id: string, ...dependsOn: string[]): Atom => anAtom(id, { dependsOn });
const either = (id: string, ...dependsOn: string[]): Atom => anAtom(id, { dependsOn, group: "way" });

it.each<{ what: string; atoms: readonly Atom[]; says: readonly string[] }>([
  { what: "one atom", atoms: [anAtom("A1")], says: [] },
  { what: "a diamond", atoms: [anAtom("A1"), after("A2", "A1"), after("A3", "A1"), after("A4", "A2", "A3")], says: [] },
  { what: "alternatives that others wait for", atoms: [either("A1"), either("A2", "A4"), after("A3", "A1"), anAtom("A4")], says: [] },
  { what: "an id twice", atoms: [anAtom("A1"), anAtom("A1")], says: ["two atoms have the id A1"] },
  { what: "an id three times", atoms: [anAtom("A1"), anAtom("A1"), anAtom("A1")], says: ["two atoms have the id A1"] },
  { what: "something unknown", atoms: [after("A1", "A9")], says: ["A1 depends on A9, which does not exist"] },
  { what: "itself", atoms: [after("A1", "A1")], says: ["the dependencies go in a circle: A1 → A1"] },
  {
    what: "a circle behind others",
    atoms: [after("A1", "A2"), after("A2", "A3"), after("A3", "A4"), after("A4", "A2")],
    says: ["the dependencies go in a circle: A2 → A3 → A4 → A2"],
  },
  {
    what: "an alternative that waits for another",
    atoms: [either("A1"), either("A2", "A1")],
    says: ["the dependencies go in a circle: way → way"],
  },
  {
    what: "a circle through any alternative",
    atoms: [either("A1"), either("A2", "A3"), after("A3", "A1")],
    says: ["the dependencies go in a circle: way → A3 → way"],
  },
])("finds what is wrong with $what [S2.21, S2.22, C2.02]", ({ atoms, says }) => {
  expect(atomProblemsOf(atoms)).toEqual(says);
  expect(Atoms.safeParse(atoms).success).toBe(says.length === 0);
});

it.each([
  { what: "no atom at all", atoms: [] },
  { what: "thirteen", atoms: Array.from({ length: 13 }, (_, index) => anAtom(`A${index + 1}`)) },
  { what: "an id in another form", atoms: [anAtom("task-1")] },
  { what: "a group that looks like an atom", atoms: [anAtom("A1", { group: "A2" })] },
  { what: "a priority that does not exist", atoms: [{ ...anAtom("A1"), priority: 4 }] },
])("takes no plan with $what [S2.18, S2.21]", ({ atoms }) => {
  expect(Atoms.safeParse(atoms).success).toBe(false);
});

/** Atoms that wait only for earlier ones, some of them in groups. */
const dags = fc
  .array(fc.record({ waits: fc.array(fc.nat({ max: 11 }), { maxLength: 3 }), group: fc.constantFrom(null, null, "left", "right") }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((drafts) =>
    drafts.map(({ waits, group }, index) =>
      anAtom(`A${index + 1}`, { group, dependsOn: [...new Set(waits.filter((place) => place < index))].map((place) => `A${place + 1}`) }),
    ),
  );

it("always rejects a circle, and names a path that is one [S2.22]", () => {
  const property = fc.property(dags, fc.nat(), fc.nat(), (atoms, a, b) => {
    const plain = atoms.map((atom) => ({ ...atom, group: null }));
    expect(atomProblemsOf(plain)).toEqual([]);
    const [low, high] = [a % plain.length, b % plain.length].sort((x, y) => x - y);
    const chained = plain.map((atom, index) => {
      if (index === low) return { ...atom, dependsOn: [`A${(high ?? 0) + 1}`] };
      return index > (low ?? 0) && index <= (high ?? 0) ? { ...atom, dependsOn: [...atom.dependsOn, `A${index}`] } : atom;
    });
    const [problem = ""] = atomProblemsOf(chained);
    const path = problem.replace("the dependencies go in a circle: ", "").split(" → ");
    expect(path.length).toBeGreaterThan(1);
    expect(path[0]).toBe(path.at(-1));
    for (const [index, id] of path.slice(1).entries()) expect(chained.find((atom) => atom.id === path[index])?.dependsOn).toContain(id);
  });
  void fc.assert(property, { numRuns: 500, seed: 1 });
});

it.each([
  { what: "one part", parts: [{ description: "all", after: [] }], fits: false },
  {
    what: "a part that waits for a later one",
    parts: [
      { description: "a", after: [2] },
      { description: "b", after: [] },
    ],
    fits: false,
  },
  {
    what: "a part that waits for itself",
    parts: [
      { description: "a", after: [] },
      { description: "b", after: [2] },
    ],
    fits: false,
  },
  {
    what: "a part that waits for none that there is",
    parts: [
      { description: "a", after: [0] },
      { description: "b", after: [] },
    ],
    fits: false,
  },
  {
    what: "two parts in order",
    parts: [
      { description: "a", after: [] },
      { description: "b", after: [1] },
    ],
    fits: true,
  },
  { what: "no part, because there is none", parts: [], fits: true },
])("reads a split into $what: $fits [S2.19]", ({ parts, fits }) => {
  expect(Split.safeParse({ reason: "r", parts }).success).toBe(fits);
});

it("gives the parts what the whole waited for, and what comes before them [S2.19]", () => {
  const whole = anAtom("A2", { dependsOn: ["A1"], group: "way", doubtful: true, priority: 3 });
  const parts = [
    { description: "a", after: [] },
    { description: "b", after: [1] },
  ];
  expect(partsOfSplit(whole, { reason: "r", parts })).toEqual([
    anAtom("A2.1", { description: "a", dependsOn: ["A1"], priority: 3 }),
    anAtom("A2.2", { description: "b", dependsOn: ["A1", "A2.1"], priority: 3 }),
  ]);
});

it("knows no atom that does not exist", () => {
  expect(isResolved(graphWith([anAtom("A1")]), "A9")).toBe(false);
});
