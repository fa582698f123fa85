/** What comes of the work graph: atoms that are done or fail, that are looked into, and that are split (core/iteration/worker-report, loop/steps). */
import type { EngineCommand } from "#core/decide/engine-command.ts";
import type { EventDraft } from "#core/events/event.ts";
import { atomIn } from "#core/tasks/graph.ts";
import { partsOfSplit } from "#core/tasks/split.ts";
import { anAtom, aProbe } from "../../builders/atoms.ts";
import * as journal from "../../builders/journal.ts";
import { type Given, hereOf, type Outcome, one, works } from "./made.ts";

/** Two alternatives, the second of them doubtful, and an atom that waits for either. */
export const ATOMS = [anAtom("A1", { group: "way" }), anAtom("A2", { group: "way", doubtful: true }), anAtom("A3", { dependsOn: ["A1"] })];

type Of<K extends EngineCommand["kind"]> = Extract<EngineCommand, { kind: K }>;

/** PRODUCE, with PREPARE beside the first of an iteration. An atom that fails leaves the tree as it was. */
export function productions({ atom }: Of<"produce">, given: Given): readonly Outcome[] {
  const { run, scene } = given;
  const more = run.progress.prepared ? [] : [journal.PREPARED];
  const made = (tree: string): readonly EventDraft[] => [
    journal.worked(tree, atom),
    ...(atom === null ? [] : [journal.resolved(atom)]),
    ...more,
  ];
  const done = works(given, made, (tree) => [journal.worked(atom === null ? tree : hereOf(run), atom)]);
  if (atom === null || !scene.atoms) return done;
  return [...done, one(`${atom} fails`, journal.worked(hereOf(run), atom), journal.failedOnce(atom), ...more)];
}

export function probes({ atoms }: Of<"probe">): readonly Outcome[] {
  return [true, false].map((feasible) =>
    one(
      feasible ? "can be done" : "cannot be done",
      ...atoms.map((atom): EventDraft => ({ kind: "atom_probed", atom, probe: aProbe(feasible) })),
    ),
  );
}

const SPLIT = {
  reason: "too large",
  parts: [
    { description: "one", after: [] },
    { description: "two", after: [1] },
  ],
};

export function splits({ atom: id }: Of<"decompose">, { run }: Given): readonly Outcome[] {
  const whole = atomIn(run.graph, id);
  const parts = whole === null ? [] : partsOfSplit(whole.atom, SPLIT);
  return [
    one(`${id} is split`, { kind: "atom_decomposed", parent: id, children: parts, reason: SPLIT.reason }),
    one(`${id} cannot be split`, { kind: "atom_failed", atom: id, why: "one piece", final: true }),
  ];
}
