/** The events of the loop: what each changes in a run. */
import { isUndecidable } from "#core/analysis/test-results/test-run.ts";
import { withoutEffects } from "#core/events/data/effect.ts";
import { qaStateAfter } from "#core/run/head-status.ts";
import { markLaidOver, withKept } from "#core/tasks/graph-moves.ts";
import { discarded, evaluated, onThisMachine, progress, UNDECIDABLE, worked } from "./loop-progress.ts";
import type { EventChanges } from "./reducer.ts";

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
    ...(tests !== null && isUndecidable(tests)
      ? { setup: { ok: false, details: `${UNDECIDABLE}\n${tests.details}` } }
      : {}),
  }),
  plan_created: (run, { steps }) =>
    progress(run, {
      steps,
      step: "PRODUCE_PREPARE",
      produced: false,
      prepared: false,
      leftAside: [],
      formatting: null,
    }),
  artifact_created: (run, event) => ({
    ...worked(run, event, {
      produced: true,
      leftAside: [...run.progress.leftAside, ...event.issues, ...event.nextSteps],
    }),
    graph: event.atom === null ? run.graph : markLaidOver(run.graph, event.atom, run.progress.tree ?? run.base.tree),
  }),
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
  iteration_kept: (run, { commit, patch = null }) => {
    const { best } = run.progress;
    if (best === null) return {};
    return { ...progress(run, { head: { commit, tree: best.evaluation.tree }, patch }), graph: withKept(run.graph) };
  },
  iteration_discarded: discarded,
  critique_done: (run, { advice, hypotheses }) => {
    const { iteration, level } = run.progress;
    const critiques = [...run.progress.critiques, { iteration, level, advice }];
    return progress(run, { advice, critiques, hypotheses, step: "REFINE" });
  },
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
    audits: {
      ...run.audits,
      last: audit,
      lastAt: call,
      beforeQa: run.stage === "verifying",
      // In the middle of a step: at its end there is more to see. What cannot be assessed even then is left at that. A
      // worker that was overtaken may say so late; what was evaluated meanwhile is kept first.
      owed:
        audit.verdict === "CANNOT_ASSESS" &&
        call > run.audits.calls &&
        (run.audits.owed || run.progress.step !== "DECIDE"),
    },
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
