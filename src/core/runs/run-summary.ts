/**
 * The summary of a run: the few facts that others need of it without its history, such as what it spends and waits for.
 * The journal keeps it as `summary.json` beside the history, so that a hundred runs are read with one request.
 */
import * as z from "zod";
import { Stage, StopReason } from "#core/events/data/reason.ts";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import { Workflow } from "#core/plan/workflow.ts";
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { tokensOf } from "#core/values/usage.ts";

/**
 * `score`: of the best evaluation; null before there is one. `dollars`: spent so far, null as soon as one part has no
 * price; `cap`: the most it may spend, null = no cap. `pull`: its pull request. Times in milliseconds.
 */
export const RunSummary = z.object({
  title: z.string(),
  workflow: Workflow.nullable(),
  stage: Stage,
  reason: StopReason.nullable(),
  iteration: z.int().nonnegative(),
  score: z.number().nullable(),
  pull: z.int().positive().nullable(),
  dollars: z.number().nonnegative().nullable(),
  tokens: z.int().nonnegative(),
  cap: z.number().positive().nullable(),
  startedAt: z.int().nonnegative(),
  updatedAt: z.int().nonnegative(),
});
export type RunSummary = z.infer<typeof RunSummary>;

/**
 * A run of the repository, and what is known of it without its history. `at`: when it began, in milliseconds; `open`:
 * it is active. `summary`: null where it has none that can be read.
 */
export interface SummarizedRun {
  readonly issue: number;
  readonly runId: string;
  readonly at: number;
  readonly open: boolean;
  readonly summary: RunSummary | null;
}

/** The summary of a run as it stands. Pure. */
export function runSummaryOf(run: Run): RunSummary {
  const { stage, stopReason: reason, lastEvaluatedScore: score, iteration, spend } = resultJsonOf(run);
  return {
    title: run.issue.title,
    workflow: run.plan?.workflow ?? null,
    stage,
    reason,
    iteration,
    score,
    pull: pullRequestOf(run),
    dollars: spend.dollars,
    tokens: tokensOf(spend),
    cap: limitsOf(run).dollars,
    startedAt: run.startedAt,
    updatedAt: run.updatedAt,
  };
}

/** Reads a `summary.json`; null for any other text. Pure. */
export function parseRunSummary(text: string): RunSummary | null {
  return RunSummary.safeParse(jsonOrNull(text)).data ?? null;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
