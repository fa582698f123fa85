/** What the events of the loop change (S1.18, S1.44, S1.48). */

import { without } from "./effect.ts";
import type { EventOf } from "./event.ts";
import type { Progress, ScoreRow } from "./loop-state.ts";
import { stagnationAfter } from "./progress.ts";
import type { Changes } from "./reducer.ts";
import { needsKeeping, type Run } from "./run.ts";
import { better, blockers, type Evaluation, warnings } from "./score.ts";
import { isUndecidable } from "./test-run.ts";

const UNDECIDABLE =
  "The tests fail on the base and name no test, so nothing that changes could be proven harmless. Mend them, or set checks.test.";

/** A change of the progress alone; a step that succeeded clears the trouble it had. */
function progress(run: Run, change: Partial<Progress>): Partial<Run> {
  return { progress: { ...run.progress, ...change }, trouble: null };
}

type Work = Pick<EventOf<"artifact_created">, "tree" | "changed" | "toolCalls" | "lastCalls">;

function worked(run: Run, work: Work, change: Partial<Progress>): Partial<Run> {
  const changed = [...new Set([...run.progress.changed, ...work.changed])];
  return {
    ...progress(run, {
      tree: work.tree,
      stale: run.progress.stale || work.tree !== run.progress.tree,
      changed,
      lastCalls: work.lastCalls,
      ...change,
    }),
    audits: { ...run.audits, calls: run.audits.calls + work.toolCalls },
  };
}

function rowOf({ iteration, changed }: Progress, evaluation: Evaluation, kept: boolean): ScoreRow {
  const { level, score, passed, tree } = evaluation;
  return { iteration, level, score, passed, failed: blockers(evaluation), warnings: warnings(evaluation), tree, kept, changed };
}

/** Work that deletes, skips or weakens a test is never kept, whatever it scores: not even as a first result. */
function tampers({ plan }: Run, evaluation: Evaluation): boolean {
  const guards = (plan?.rules ?? []).filter(({ check }) => check.kind === "test_integrity").map(({ id }) => id);
  return blockers(evaluation).some((id) => guards.includes(id));
}

/** QA rejected the best so far: whatever passes and is something else is better, by whatever score. */
function mendsRejected({ qa, progress: { head } }: Run, evaluation: Evaluation): boolean {
  return qa?.rejected === head.commit && evaluation.passed && evaluation.tree !== head.tree;
}

function evaluated(run: Run, { evaluation }: EventOf<"evaluation_done">): Partial<Run> {
  const { iteration, rows, best } = run.progress;
  const kept = !tampers(run, evaluation) && (best === null || mendsRejected(run, evaluation) || !better(best.evaluation, evaluation));
  return progress(run, {
    evaluation,
    step: "DECIDE",
    stale: false,
    changed: [],
    best: kept ? { iteration, evaluation } : best,
    rows: [...rows, rowOf(run.progress, evaluation, kept)],
    ...stagnationAfter(run.progress, evaluation),
  });
}

/** Back to the best tree, or to the base while nothing was kept; then the evaluation stays, for the critique to speak of. */
function discarded(run: Run): Partial<Run> {
  const evaluation = run.progress.best?.evaluation;
  if (evaluation === undefined) return progress(run, { tree: run.base.tree });
  return progress(run, { evaluation, tree: evaluation.tree, stale: false, lastScore: evaluation.score });
}

/**
 * What another machine can go on from: trees that are not on the branch died with the machine that made them, so the iteration is planned
 * anew over the last one that was kept. Off GitHub all of them are still there.
 */
function onThisMachine(run: Run, worker: string | null): Progress {
  const { progress: now, base } = run;
  const isThere = now.tree === null || [base.tree, now.head.tree].includes(now.tree);
  if (worker === null || (isThere && !needsKeeping(run))) return now;
  const best = needsKeeping(run) ? null : now.best;
  return { ...now, best, evaluation: best?.evaluation ?? null, tree: now.head.tree, step: "PLAN", stale: false, changed: [] };
}

export const LOOP_CHANGES: Changes = {
  consumed: (run, { keyHash, worker }) => ({
    consumed: true,
    takenUp: run.takenUp + 1,
    keyHash,
    worker,
    trouble: null,
    progress: onThisMachine(run, worker),
  }),
  setup_done: (_run, { ok, details }) => ({ setup: { ok, details }, trouble: null }),
  base_scored: (_run, { results, tests }) => ({
    baseScore: { results, tests },
    trouble: null,
    ...(tests !== null && isUndecidable(tests) ? { setup: { ok: false, details: `${UNDECIDABLE}\n${tests.details}` } } : {}),
  }),
  plan_created: (run, { steps }) => progress(run, { steps, step: "PRODUCE_PREPARE" }),
  artifact_created: (run, event) => worked(run, event, {}),
  checks_prepared: (run, { checks }) => progress(run, { checks: [...run.progress.checks, ...checks], step: "EVALUATE" }),
  evaluation_done: evaluated,
  iteration_kept: (run, { commit }) => {
    const { best } = run.progress;
    return best === null ? {} : progress(run, { head: { commit, tree: best.evaluation.tree } });
  },
  iteration_discarded: discarded,
  critique_done: (run, { advice }) => progress(run, { advice, step: "REFINE" }),
  refinement_done: (run, event) =>
    worked(run, event, { step: "ADVANCE", bRefines: run.progress.bRefines + (run.progress.level === "B" ? 1 : 0) }),
  phase_switched: (run, { to }) => progress(run, { level: to, step: "PREPARE", lastScore: null, stagnation: 0 }),
  iteration_advanced: (run, { iteration, cause }) => ({
    ...progress(run, { iteration, cause, step: "PLAN" }),
    // The loop is entered again: by another worker on GitHub, and with another audit key everywhere.
    ...(cause === "qa" ? { consumed: false, effects: without(run.effects, "dispatch") } : {}),
  }),
  audit_done: (run, { audit, call }) => ({
    audits: { ...run.audits, last: audit, lastAt: call, beforeQa: run.stage === "verifying" },
    trouble: null,
  }),
  qa_done: (run, { qa, head, checklist }) => ({
    qa: { rounds: (run.qa?.rounds ?? 0) + 1, last: qa, head, rejected: qa.verdict === "ISSUES" ? head : null },
    checklist: checklist ?? [],
    trouble: null,
  }),
};
