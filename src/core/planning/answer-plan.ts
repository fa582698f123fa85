/** The plan of an issue that asks for an answer: nothing is changed, so there is nothing to score. */
import type { Plan } from "#core/plan/plan.ts";
import type { Atom } from "#core/tasks/atom.ts";

type Parts = Pick<Plan, "objective" | "atoms" | "scope" | "expectedTestChanges">;

/** The parts that a plan must have, where the hydrator left them out. No test is expected to change. */
export function answerParts({ objective, atoms, scope }: Parts): Parts {
  const some = (texts: readonly string[], otherwise: string): string[] =>
    texts.length === 0 ? [otherwise] : [...texts];
  const work = some(
    atoms.map(({ description }) => description),
    "Answer from the files of the repository",
  );
  return {
    objective: {
      ...objective,
      deliverables: some(objective.deliverables, "An answer in a comment"),
      done: some(objective.done, "Every claim of the answer quotes what it rests on"),
    },
    atoms: [oneAtom(work.join("; "))],
    scope: { ...scope, paths: some(scope.paths, "**") },
    expectedTestChanges: [],
  };
}

/** One worker gives the answer in one go: there is nothing to wait for, to choose from, or to look into first. */
function oneAtom(description: string): Atom {
  return { id: "A1", description, dependsOn: [], group: null, doubtful: false, priority: 1 };
}
