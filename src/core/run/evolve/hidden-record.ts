/**
 * A hidden check whose result a model computed in its head may be wrong: what the trees of a run showed of it, and when
 * it is dropped (.github/decisions/0069).
 */
import type { HiddenCheck, HiddenTrial } from "#core/events/data/iteration.ts";
import type { RuleResult } from "#core/rules/score.ts";
import type { HiddenRecord, Progress } from "#core/run/loop-state.ts";
import type { Run } from "#core/run/run.ts";
import { isGraphFinished } from "#core/tasks/convergence.ts";

/**
 * Evaluations with all else green that a check may fail: after the first the work is sent back with the title,
 * and after the second the check is in doubt more than the work.
 */
const MOST_FAILURES = 2;

/** A check that was dropped, with what the work printed last. */
export interface DroppedCheck extends HiddenCheck {
  readonly printed: string;
}

/**
 * The records after one more evaluation. Only one with all else green counts against a check: no atom is open, and
 * each rule holds, but for those with a hidden check that does not. `results` may be those with or without the checks
 * that are dropped now: it makes no difference.
 */
export function recordTrials(
  { graph, progress: { hidden, tried } }: Run,
  results: readonly RuleResult[],
  trials: readonly HiddenTrial[],
): readonly HiddenRecord[] {
  const failing = trials.filter(({ printed }) => printed !== undefined).map(({ run }) => run);
  const held = hidden.filter(({ run }) => failing.includes(run)).map(({ rule }) => rule);
  const green =
    isGraphFinished(graph) &&
    results.every(({ id, verdict }) => verdict === "pass" || verdict === "na" || held.includes(id));
  const counted = trials.map(({ run, printed }): HiddenRecord => {
    const before = tried.find((one) => one.run === run) ?? { run, held: false, failures: 0, printed: "" };
    if (printed === undefined) return { ...before, held: true };
    return { ...before, failures: before.failures + (green ? 1 : 0), printed };
  });
  return [...tried.filter(({ run }) => !trials.some((one) => one.run === run)), ...counted];
}

/** True for a check that no tree ever passed, though all else was green often enough. */
function isDropped({ held, failures }: HiddenRecord): boolean {
  return !held && failures >= MOST_FAILURES;
}

/** The commands of the checks that are dropped. */
export function droppedRuns(tried: readonly HiddenRecord[]): readonly string[] {
  return tried.filter(isDropped).map(({ run }) => run);
}

/** The hidden checks that count. */
export function hiddenInForce({ hidden, tried }: Pick<Progress, "hidden" | "tried">): readonly HiddenCheck[] {
  const dropped = droppedRuns(tried);
  return hidden.filter(({ run }) => !dropped.includes(run));
}

/** The checks that were dropped: people are told of them, and QA judges what they were for. */
export function droppedChecks({ hidden, tried }: Pick<Progress, "hidden" | "tried">): readonly DroppedCheck[] {
  return hidden.flatMap((check) => {
    const record = tried.find(({ run }) => run === check.run);
    return record !== undefined && isDropped(record) ? [{ ...check, printed: record.printed }] : [];
  });
}
