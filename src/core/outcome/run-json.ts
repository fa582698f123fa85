/** Writes `run.json`: a cache of the run for readers, made from the fold, never read back as truth. */
import { learningRecord } from "#core/events/data/problem-tally.ts";
import { currentStep } from "#core/events/data/step.ts";
import { timeBudgetOf } from "#core/events/data/time-used.ts";
import { artifactOf } from "#core/run/artifact.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { lastIterationOf, limitsOf, publicationOf, workPlanOf } from "#core/run/run-facts.ts";
import { graphRecord } from "#core/tasks/graph-record.ts";
import { insightsOf } from "./insights.ts";

/**
 * The record as a plain value, the same for the same events. It never holds the work itself. `iso` turns milliseconds
 * into an ISO date in UTC. Its `phase` is the `level` of the run.
 */
export function runJsonOf(run: Run, iso: (ms: number) => string): Readonly<Record<string, unknown>> {
  return {
    ...identityOf(run),
    ...loopOf(run),
    ...gatesOf(run),
    created_at: iso(run.startedAt),
    updated_at: iso(run.updatedAt),
  };
}

function identityOf(run: Run): Readonly<Record<string, unknown>> {
  const { plan } = run;
  const { A, B } = plan?.thresholds ?? { A: null, B: null };
  return {
    schema_version: 1,
    rev: run.rev,
    run_id: run.runId,
    task_alias: run.alias,
    status: run.stage,
    task: { prompt: run.issue, ideal_result: plan?.objective ?? null },
    criteria: {
      name: "loop_default_v1",
      version: 1,
      level: { A: { threshold: A, active_levels: ["A"] }, B: { threshold: B, active_levels: ["A", "B"] } },
      rules: plan === null ? [] : workPlanOf(run).rules,
    },
  };
}

/** The state of the loop. A list that no step has filled yet is null. */
function loopOf(run: Run): Readonly<Record<string, unknown>> {
  const { progress } = run;
  const { status, hash, lastEvaluatedScore } = artifactOf(run);
  const { evaluation, checks, advice, hypotheses } = progress;
  return {
    iteration: progress.iteration,
    max_iterations: lastIterationOf(run),
    level: progress.level,
    current_step: currentStep(run),
    plan: progress.steps,
    ...graphRecord(run.graph),
    prepared_checks: checks.length === 0 ? null : checks,
    artifact_status: status,
    artifact_hash: hash,
    evaluation: evaluation === null ? null : { ...evaluation, artifact_hash: evaluation.tree.slice(0, 8) },
    best: progress.best,
    critique: advice.length === 0 ? null : advice,
    debug: hypotheses,
    formatting: progress.formatting,
    head: progress.head,
    requests: { stop: run.stopRequest, pause: run.pausing, redirect: run.redirect },
    stop: { passed: run.stage === "completed", reason: run.ending ?? "" },
    last_score: evaluationToShow(run)?.score ?? 0,
    last_evaluated_score: lastEvaluatedScore,
    stagnation_count: progress.stagnation,
  };
}

function gatesOf(run: Run): Readonly<Record<string, unknown>> {
  return {
    review: run.review,
    request: run.request,
    approval: run.approval,
    stepwise: run.stepwise,
    corrections: run.corrections,
    ...(run.measurements.length > 0 && { measurements: run.measurements }),
    setup: run.setup,
    base_score: run.baseScore,
    audits: run.audits,
    roles: run.roles,
    insights: insightsOf(run),
    questions: run.questions,
    trouble: run.errorState,
    qa: run.qa,
    checklist: run.checklist,
    strength: run.strength,
    answer: run.answer,
    reflection: run.reflection,
    published: publicationOf(run),
    drafted: run.drafted,
    ...(run.ci !== null && { ci: { ...run.ci, rounds: run.ciRounds } }),
    bases: run.bases,
    learning: learningRecord(run.learned),
    usage: run.spend,
    time: timeOf(run),
  };
}

function timeOf(run: Run): Readonly<Record<string, unknown>> {
  const { countedSeconds, capSeconds, overshootSeconds, lastCompletedStep } = timeBudgetOf(run.worked, limitsOf(run));
  return {
    counted_seconds: countedSeconds,
    cap_seconds: capSeconds,
    overshoot_seconds: overshootSeconds,
    last_completed_step: lastCompletedStep,
  };
}
