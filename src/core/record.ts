/** `run.json`: the run as S1.15 names its fields. A cache for readers, made from the fold, never read back as truth. */
import { standingOf } from "./progress.ts";
import type { Run } from "./run.ts";

/** The record as a plain value, the same for the same events. Times are milliseconds since the epoch. */
export function recordOf(run: Run): Readonly<Record<string, unknown>> {
  const { progress, plan } = run;
  const standing = standingOf(run);
  return {
    schema_version: 1,
    rev: run.rev,
    run_id: run.runId,
    task_alias: run.alias,
    status: run.stage,
    iteration: progress.iteration,
    max_iterations: plan?.limits.iterations ?? run.config.limits.iterations,
    level: progress.level,
    current_step: progress.step,
    task: { prompt: run.issue, ideal_result: plan?.objective ?? null },
    criteria: { name: "loop_default_v1", version: 1, thresholds: plan?.thresholds ?? null, rules: plan?.rules ?? [] },
    plan: progress.steps,
    prepared_checks: progress.checks,
    evaluation: progress.evaluation,
    best: progress.best,
    critique: progress.advice,
    head: progress.head,
    stop: { passed: run.stage === "completed", reason: run.ending ?? "" },
    last_score: standing?.score ?? 0,
    stagnation_count: progress.stagnation,
    review: run.review,
    request: run.request,
    approval: run.approval,
    setup: run.setup,
    base_score: run.baseScore,
    audits: run.audits,
    questions: run.questions,
    trouble: run.trouble,
    qa: run.qa,
    checklist: run.checklist,
    answer: run.answer,
    reflection: run.reflection,
    published: run.published,
    usage: run.spend,
    created_at: run.startedAt,
    updated_at: run.updatedAt,
  };
}
