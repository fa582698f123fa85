/** What the events of the loop change (S1.18, S1.44, S1.48). */
import { isUndecidable } from "#core/analysis/test-results/test-run.ts";
import { withoutEffects } from "#core/events/data/effect.ts";
import type { EventOf } from "#core/events/event.ts";
import { blockingRules, type Evaluation, warningRules } from "#core/rules/score.ts";
import { backToKept, isBestSoFar, needsKeeping } from "#core/run/best-result.ts";
import { qaStateAfter } from "#core/run/head-status.ts";
import type { Progress, ScoreRow } from "#core/run/loop-state.ts";
import { stagnationAfter } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { countStalls } from "#core/tasks/convergence.ts";
import { withKept, withoutLost, withoutOrphans } from "#core/tasks/graph-moves.ts";
import type { EventChanges } from "./reducer.ts";

const UNDECIDABLE =
  "The tests fail on the base and name no test, so nothing that changes could be proven harmless. Mend them, or set checks.test.";

/** A change of the progress alone; a step that succeeded clears the trouble it had. */
function progress(run: Run, change: Partial<Progress>): Partial<Run> {
  return { progress: { ...run.progress, ...change }, errorState: null };
}

type Work = Pick<EventOf<"artifact_created">, "tree" | "changed" | "toolCalls" | "lastCalls" | "summary">;

function worked(run: Run, work: Work, change: Partial<Progress>): Partial<Run> {
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
  return { iteration, level, score, passed, failed: blockingRules(evaluation), warnings: warningRules(evaluation), tree, kept, changed };
}

function evaluated(run: Run, { evaluation }: EventOf<"evaluation_done">): Partial<Run> {
  const { iteration, rows, best, head } = run.progress;
  const kept = isBestSoFar(run, evaluation);
  const graph = countStalls(run.graph, iteration);
  const decided = progress(run, {
    evaluation,
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
 * Back to the best tree, or to that of the branch while nothing was kept. Then the evaluation stays, for the critique to speak of; so it does
 * where the best was sent back: that it passed helps nobody.
 */
function discarded(run: Run): Partial<Run> {
  const { best, head } = run.progress;
  const evaluation = run.sentBack === head.commit ? undefined : best?.evaluation;
  const graph = withoutLost(run.graph);
  if (evaluation === undefined) return { ...progress(run, { tree: head.tree }), graph };
  return { ...progress(run, { evaluation, tree: evaluation.tree, lastScore: evaluation.score }), graph };
}

/**
 * What another machine can go on from: trees that are not on the branch died with the machine that made them, so the iteration is planned
 * anew over the last one that was kept. Off GitHub all of them are still there.
 */
function onThisMachine(run: Run, worker: string | null): Pick<Run, "progress" | "graph"> {
  const { progress, graph, base } = run;
  const isThere = progress.tree === null || [base.tree, progress.head.tree].includes(progress.tree);
  return worker === null || (isThere && !needsKeeping(run)) ? { progress, graph: withoutOrphans(graph) } : backToKept(run);
}

export const LOOP_CHANGES: EventChanges = {
  consumed: (run, { keyHash, worker, until }) => ({
    claimed: true,
    takenUp: run.takenUp + 1,
    keyHash,
    worker,
    leaseUntil: until ?? null,
    errorState: null,
    ...onThisMachine(run, worker),
  }),
  lease_renewed: (_run, { until }) => ({ leaseUntil: until }),
  setup_done: (_run, { ok, details, sandbox }) => ({
    setup: { ok, details, ...(sandbox === undefined ? {} : { sandbox }) },
    errorState: null,
  }),
  base_scored: (_run, { results, tests }) => ({
    baseScore: { results, tests },
    errorState: null,
    ...(tests !== null && isUndecidable(tests) ? { setup: { ok: false, details: `${UNDECIDABLE}\n${tests.details}` } } : {}),
  }),
  plan_created: (run, { steps }) =>
    progress(run, { steps, step: "PRODUCE_PREPARE", produced: false, prepared: false, leftAside: [], formatting: null }),
  artifact_created: (run, event) =>
    worked(run, event, { produced: true, leftAside: [...run.progress.leftAside, ...event.issues, ...event.nextSteps] }),
  checks_prepared: (run, { checks, hidden }) =>
    progress(run, {
      checks: [...run.progress.checks, ...checks],
      hidden: [...run.progress.hidden, ...hidden],
      prepared: true,
      step: run.progress.step === "PREPARE" ? "EVALUATE" : run.progress.step,
    }),
  work_formatted: (run, { tree, changed, ok, details }) =>
    progress(run, { tree, changed: [...new Set([...run.progress.changed, ...changed])], formatting: { ok, details } }),
  evaluation_done: (run, event) => ({ ...evaluated(run, event), replaced: 0 }),
  iteration_kept: (run, { commit }) => {
    const { best } = run.progress;
    if (best === null) return {};
    return { ...progress(run, { head: { commit, tree: best.evaluation.tree } }), graph: withKept(run.graph) };
  },
  iteration_discarded: discarded,
  critique_done: (run, { advice, hypotheses }) => progress(run, { advice, hypotheses, step: "REFINE" }),
  refinement_done: (run, event) =>
    worked(run, event, { step: "ADVANCE", bRefines: run.progress.bRefines + (run.progress.level === "B" ? 1 : 0) }),
  phase_switched: (run, { to }) => progress(run, { level: to, step: "PREPARE", lastScore: null, stagnation: 0 }),
  iteration_advanced: (run, { iteration, cause }) => ({
    ...progress(run, { iteration, cause, step: "PLAN" }),
    // The loop is entered again: by another worker on GitHub, and with another audit key everywhere.
    ...(cause === "qa" ? { claimed: false, effects: withoutEffects(run.effects, "dispatch") } : {}),
  }),
  audit_done: (run, { audit, call }) => ({
    objections: run.objections + (audit.verdict === "OK" ? 0 : 1),
    audits: { ...run.audits, last: audit, lastAt: call, beforeQa: run.stage === "verifying", owed: false },
    // An audit within a step says nothing of the step: one that fails again and again must come to its end.
    errorState: run.errorState?.step === "AUDIT" ? null : run.errorState,
  }),
  qa_done: (run, event) => ({
    replaced: 0,
    qa: qaStateAfter(run, event),
    checklist: event.checklist ?? [],
    strength: event.strength ?? null,
    bases: { ...run.bases, verified: event.base },
    errorState: null,
  }),
};
