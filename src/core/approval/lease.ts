/**
 * The lease of a run: the events of one workflow run at a time count. Once its lease has expired, another one may take
 * the run over; until that happens it may still go on (decision 0040).
 */
import { endingOf } from "#core/decide/ending.ts";
import { stopRuleOf } from "#core/decide/stop.ts";
import { receiptOf } from "#core/events/data/effect.ts";
import type { StopReason } from "#core/events/data/reason.ts";
import type { EventDraft } from "#core/events/event.ts";
import { reflectionOf } from "#core/outcome/reflection.ts";
import { isResting } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { giveUp } from "./verify-outputs.ts";

/** Milliseconds for which a lease lasts without renewal: as long as GitHub waits for a silent runner. */
export const LEASE_MS = 600_000;

/** Milliseconds after which the worker renews its lease. */
const RENEWED = 240_000;

/** How many runners may be lost in a row, without a score or a verdict of QA, before a person has to look. */
export const MAX_REPLACEMENTS = 3;

/** A workflow run that claims a hand-over on GitHub has the lease until this time; off GitHub there is no lease. */
export function leaseFrom(now: number, worker: string | null): { readonly until?: number } {
  return worker === null ? {} : { until: now + LEASE_MS };
}

/**
 * True while a worker has the lease. The verify and publish jobs have none: GitHub's answer about their workflow run
 * tells whether they are lost.
 */
function isHeld({ stage, claimed, leaseUntil }: Run): boolean {
  return stage === "running" && claimed && leaseUntil !== null;
}

/** The event by which the worker renews its lease; null while that is not due. */
export function renewalOf(run: Run, now: number): EventDraft<"lease_renewed"> | null {
  const { leaseUntil } = run;
  if (leaseUntil === null || !isHeld(run) || leaseUntil - now > LEASE_MS - RENEWED) return null;
  return { kind: "lease_renewed", until: now + LEASE_MS };
}

/** When the lease expires, in milliseconds; null where no worker has one. */
export function leasedUntil(run: Run): number | null {
  return isHeld(run) ? run.leaseUntil : null;
}

/** The workflow run that works on a run, or was started to; null where none is, and off GitHub. */
export function workflowRunOf(run: Run): string | null {
  if (isResting(run.stage)) return null;
  return run.claimed ? run.worker : receiptOf(run, "dispatch");
}

/**
 * The loss of a worker: its workflow run ended, its lease expired, or its job has no time left. `how`: in words, with
 * GitHub's own conclusion where it ended.
 */
export interface WorkerLoss {
  readonly worker: string;
  readonly how: string;
}

/**
 * The event for a lost worker: another runner takes the run over. Not where GitHub calls the workflow run cancelled,
 * not against what people asked or a check found, and not for ever: then the run ends, and a person decides whether it
 * goes on. A run that had come to its end keeps that end: only a model's reflection is lost.
 */
export function workerLossOf(run: Run, { worker, how }: WorkerLoss): EventDraft {
  const ending = reflectedUpon(run);
  if (ending !== null) return { kind: "reflection_done", reflection: reflectionOf(run, ending, null) };
  const lost = `the workflow run ${worker} ${how} and left the run behind`;
  if (goesOn(run) && !how.includes("cancelled") && run.replaced < mostOf(run))
    return { kind: "worker_replaced", worker, why: lost };
  const before =
    run.replaced === 0 ? "" : ` (so did ${run.replaced} before it, and no iteration got its score in between)`;
  return giveUp("worker_lost", [`${lost}${before}; \`/loop resume\` takes it up again`]);
}

/** Why the run ends, where its own work ended it and only its reflection is missing. */
function reflectedUpon(run: Run): StopReason | null {
  const ending = endingOf(run);
  return ending === null || ending.stage === "completed" || run.reflection !== null ? null : ending.reason;
}

/** A workflow run that never claimed the hand-over points to a wrong setup: the bot starts one more. */
function mostOf({ claimed }: Run): number {
  return claimed ? MAX_REPLACEMENTS : 1;
}

function goesOn(run: Run): boolean {
  const rule = stopRuleOf(run);
  return (rule === null || rule.stage === "verifying" || rule.stage === "running") && run.pausing === null;
}

/**
 * Milliseconds before the end of a job: within `CLOSING` it hands the run on instead of beginning a step, and within
 * `EARLY` it does so where all work is on the branch.
 */
const CLOSING = 900_000;
const EARLY = 1_800_000;
/**
 * Milliseconds that a job must have at least: a shorter one hands on what it has hardly begun, and so does the next.
 */
export const SHORTEST_JOB = EARLY + CLOSING;
/** Milliseconds before the end in which the job gives up the current step. */
const LAST_CALL = 300_000;

/**
 * The event by which the worker hands the run on before GitHub kills its job, so that another workflow run claims it;
 * null while there is time. A run that is about to end is ended here, as long as a step may go on at all. `endsAt`:
 * when the job is killed, in milliseconds.
 */
export function handOnIfDue(
  run: Run,
  worker: string,
  { now, endsAt }: { readonly now: number; readonly endsAt: number },
): EventDraft | null {
  const { stage, claimed, progress } = run;
  if (!claimed || (stage !== "running" && stage !== "verifying")) return null;
  const left = endsAt - now;
  if (endingOf(run) !== null && !isLastCall(now, endsAt)) return null;
  const isOnBranch = progress.tree === null || progress.tree === progress.head.tree;
  return left < CLOSING || (left < EARLY && stage === "running" && isOnBranch)
    ? workerLossOf(run, { worker, how: "has no time left" })
    : null;
}

/** The event of a job whose work another job cannot take up: on another runner it would take as long. */
export function outOfTime(now: number, endsAt: number): EventDraft | null {
  return isLastCall(now, endsAt) ? { kind: "phase_error", step: "VERIFY", retryable: false, message: TOO_SHORT } : null;
}

const TOO_SHORT =
  "the job that verifies had no time left before it was done: give it more in the workflow file, " +
  "the same number as `timeout-minutes` and as `minutes`";

/** True when a step that is not done yet would be killed with its job. */
export function isLastCall(now: number, endsAt: number): boolean {
  return endsAt - now < LAST_CALL;
}
