/**
 * Who may write what counts for a run: one worker at a time, for as long as it says so (architecture 5; security 3.3,
 * S5, J2).
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

/**
 * Milliseconds for which a worker holds a run without a word of it: as long as GitHub waits for a machine that is
 * silent (F30).
 */
export const LEASE_MS = 600_000;

/** Milliseconds after which it says so again. */
const RENEWED = 240_000;

/** How many machines may be lost in a row, without an iteration that got its score, before a person has to look. */
export const MAX_REPLACEMENTS = 3;

/** Whoever takes a hand-over up on GitHub holds the run until then; off GitHub nobody can take it away. */
export function leaseFrom(now: number, worker: string | null): { readonly until?: number } {
  return worker === null ? {} : { until: now + LEASE_MS };
}

/**
 * A worker works on the run now; those who verify and publish are told apart by GitHub's word on their workflow run.
 */
function isHeld({ stage, claimed, leaseUntil }: Run): boolean {
  return stage === "running" && claimed && leaseUntil !== null;
}

/** The event by which the worker goes on holding the run; null while it need not. */
export function renewalOf(run: Run, now: number): EventDraft<"lease_renewed"> | null {
  const { leaseUntil } = run;
  if (leaseUntil === null || !isHeld(run) || leaseUntil - now > LEASE_MS - RENEWED) return null;
  return { kind: "lease_renewed", until: now + LEASE_MS };
}

/** When the worker's time is over, in milliseconds; null where nobody holds the run. */
export function leasedUntil(run: Run): number | null {
  return isHeld(run) ? run.leaseUntil : null;
}

/** The workflow run that works on a run, or was started to; null where none is, and off GitHub. */
export function workflowRunOf(run: Run): string | null {
  if (isResting(run.stage)) return null;
  return run.claimed ? run.worker : receiptOf(run, "dispatch");
}

/** A workflow run that left its run behind. `how`: in words, with GitHub's own for its end. */
export interface WorkerLoss {
  readonly worker: string;
  readonly how: string;
}

/**
 * What is written down of it: another machine takes the run over. Not from a person who cancelled it (CR-06), not
 * against what people said or what was found, and not for ever (CR-15): then the run ends, and a person says whether it
 * goes on. A run that had come to its end keeps it: all that is lost is what a model would have said of it.
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

/** Why the run ends, where its own work brought it to an end and only its reflection is missing. */
function reflectedUpon(run: Run): StopReason | null {
  const ending = endingOf(run);
  return ending === null || ending.stage === "completed" || run.reflection !== null ? null : ending.reason;
}

/** A workflow run that never took the hand-over up has something to be mended: it is tried once more. */
function mostOf({ claimed }: Run): number {
  return claimed ? MAX_REPLACEMENTS : 1;
}

function goesOn(run: Run): boolean {
  const rule = stopRuleOf(run);
  return (rule === null || rule.stage === "verifying" || rule.stage === "running") && run.pausing === null;
}

/**
 * Milliseconds before the end of a job in which nothing new is begun there, and in which a run whose work is all on the
 * branch is handed on.
 */
const CLOSING = 900_000;
const EARLY = 1_800_000;
/**
 * Milliseconds that a job must have at least: a shorter one hands on what it has hardly begun, and so does the next.
 */
export const SHORTEST_JOB = EARLY + CLOSING;
/** Milliseconds before the end in which a step is given up. */
const LAST_CALL = 300_000;

/**
 * The worker hands the run on before its job is killed, and another workflow run takes it up (CR-07); null while there
 * is time. What ends is ended here, as long as a step may go on at all. `endsAt`: when the job is killed, in
 * milliseconds.
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

/** What a job writes down that nobody can take up where it leaves it: on another machine it would take as long. */
export function outOfTime(now: number, endsAt: number): EventDraft | null {
  return isLastCall(now, endsAt) ? { kind: "phase_error", step: "VERIFY", retryable: false, message: TOO_SHORT } : null;
}

const TOO_SHORT =
  "the job that verifies had no time left before it was done: give it more in the workflow file, the same number as `timeout-minutes` and as `minutes`";

/** True when a step that still goes on would be killed with its job. */
export function isLastCall(now: number, endsAt: number): boolean {
  return endsAt - now < LAST_CALL;
}
