/** The plan of an issue that asks for an answer: nothing is changed, so there is nothing to score (S0.21, C0.10, X.03). */
import type { Plan } from "./plan.ts";

type Parts = Pick<Plan, "objective" | "steps" | "scope" | "expectedTestChanges">;

/** The parts that a plan must have, where the hydrator had no reason to think of them. No test is expected to change. */
export function answerParts({ objective, steps, scope }: Parts): Parts {
  const some = (texts: readonly string[], otherwise: string): string[] => (texts.length === 0 ? [otherwise] : [...texts]);
  return {
    objective: {
      ...objective,
      deliverables: some(objective.deliverables, "An answer in a comment"),
      done: some(objective.done, "Every claim of the answer quotes what it rests on"),
    },
    steps: some(steps, "Answer from the files of the repository"),
    scope: { ...scope, paths: some(scope.paths, "**") },
    expectedTestChanges: [],
  };
}
