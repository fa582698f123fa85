/** A run goes on after its work was published: what stays of the rounds before, and what counts anew. */
import { backToKept } from "./best-result.ts";
import type { Run } from "./run.ts";
import { publicationOf } from "./run-facts.ts";

/** True when the work was published, and no worker works on it: the next request begins another round. */
export function wasShown({ stage, ...run }: Pick<Run, "stage" | "published" | "shown">): boolean {
  return (stage === "completed" || stage === "stopped") && publicationOf(run) !== null;
}

/** Why a run that is over has nothing to go on from, as a sentence; null where its work can be carried on. */
export function obstacleToNextRound({ stage, answer }: Pick<Run, "stage" | "answer">): string | null {
  return stage === "completed" && answer !== null
    ? "this run ended with its answer: there is no work to go on from; begin a new one"
    : null;
}

/**
 * The round that a person's request about published work, or a red check of it, begins: over the head of the branch,
 * which is sent back, under the same plan, without what was made of earlier reviews. Iterations and rounds of QA count
 * anew, the caps on tokens, dollars and minutes do not.
 */
export function startNextRound(run: Run): Partial<Run> {
  const { progress, graph } = backToKept(run);
  return {
    shown: publicationOf(run),
    published: null,
    passedBy: null,
    qa: null,
    sentBack: progress.head.commit,
    measurements: [],
    graph,
    progress: {
      ...progress,
      before: progress.iteration,
      iteration: progress.iteration + 1,
      cause: null,
      steps: [],
      advice: [],
      hypotheses: [],
      leftAside: [],
      lastScore: null,
      account: "",
      stagnation: 0,
    },
  };
}
