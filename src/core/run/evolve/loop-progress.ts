/**
 * The progress of a run after an event of the loop: work done, evaluations, rows of the score, iterations that are
 * discarded.
 */
import type { EventOf } from "#core/events/event.ts";
import { blockingRules, type Evaluation, warningRules } from "#core/rules/score.ts";
import { backToKept, isBestSoFar, needsKeeping } from "#core/run/best-result.ts";
import type { Progress, ScoreRow } from "#core/run/loop-state.ts";
import { stagnationAfter } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { countStalls } from "#core/tasks/convergence.ts";
import { withKept, withoutLost, withoutOrphans } from "#core/tasks/graph-moves.ts";
import { recordTrials } from "./hidden-record.ts";

export const UNDECIDABLE =
  "The tests fail on the base and name no test, so nothing that changes could be proven harmless. " +
  "Mend them, or set checks.test.";

/** A change of the progress alone; a step that succeeded clears its error state. */
export function progress(run: Run, change: Partial<Progress>): Partial<Run> {
  return { progress: { ...run.progress, ...change }, errorState: null };
}

type Work = Pick<EventOf<"artifact_created">, "tree" | "changed" | "toolCalls" | "lastCalls" | "summary">;

export function worked(run: Run, work: Work, change: Partial<Progress>): Partial<Run> {
  const changed = [...new Set([...run.progress.changed, ...work.changed])];
  return {
    ...progress(run, {
      tree: work.tree,
      changed,
      lastCalls: work.lastCalls,
      account: work.summary,
      ...change,
    }),
    audits: { ...run.audits, calls: run.audits.calls + work.toolCalls },
  };
}

function rowOf({ iteration, changed }: Progress, evaluation: Evaluation, kept: boolean): ScoreRow {
  const { level, score, passed, tree } = evaluation;
  return {
    iteration,
    level,
    score,
    passed,
    failed: blockingRules(evaluation),
    warnings: warningRules(evaluation),
    tree,
    kept,
    changed,
  };
}

export function evaluated(run: Run, { evaluation, trials }: EventOf<"evaluation_done">): Partial<Run> {
  const { iteration, rows, best, head } = run.progress;
  const kept = isBestSoFar(run, evaluation);
  const graph = countStalls(run.graph, iteration);
  const decided = progress(run, {
    evaluation,
    tried: recordTrials(run, evaluation.results, trials ?? []),
    step: "DECIDE",
    changed: [],
    best: kept ? { iteration, evaluation } : best,
    rows: [...rows, rowOf(run.progress, evaluation, kept)],
    ...stagnationAfter(run.progress, evaluation),
  });
  // Work that changed nothing is on the branch already.
  return { ...decided, graph: evaluation.tree === head.tree ? withKept(graph) : graph };
}

/**
 * Back to the best tree, or to that of the branch while nothing was kept. Then the evaluation stays, for the critique
 * to use; so it does where the best was sent back: passing again would change nothing.
 */
export function discarded(run: Run): Partial<Run> {
  const { best, head } = run.progress;
  const evaluation = run.sentBack === head.commit ? undefined : best?.evaluation;
  const graph = withoutLost(run.graph);
  if (evaluation === undefined) return { ...progress(run, { tree: head.tree }), graph };
  return { ...progress(run, { evaluation, tree: evaluation.tree, lastScore: evaluation.score }), graph };
}

/**
 * What another runner can go on from: trees that are not on the branch are lost with the runner that made them, so the
 * iteration is planned anew over the last one that was kept. Off GitHub all of them are still there.
 */
export function onThisMachine(run: Run, worker: string | null): Pick<Run, "progress" | "graph"> {
  const { progress, graph, base } = run;
  const isThere = progress.tree === null || [base.tree, progress.head.tree].includes(progress.tree);
  return worker === null || (isThere && !needsKeeping(run))
    ? { progress, graph: withoutOrphans(graph) }
    : backToKept(run);
}
