/** Runs one phase of one step: asks its condition, gives it its variables, ends it on cancellation or when its time is over. */

import { fill, holds } from "../actions/expression.ts";
import { conditionContexts, stepContexts } from "./contexts.ts";
import type { Work } from "./phase.ts";
import type { StepResult } from "./results.ts";
import { type Space, standingOf, write } from "./space.ts";
import type { StepFile } from "./workflow-schema.ts";

/** A step on its way through the job. */
export interface Current {
  readonly step: StepFile;
  readonly outputs: Map<string, string>;
  readonly state: Map<string, string>;
}

export interface Undertaking {
  /** For the log. */
  readonly title: string;
  readonly condition: string | undefined;
  /** `timeout-minutes` */
  readonly minutes?: string | undefined;
  readonly run: Work;
}

/** Never throws: what goes wrong is told in the log, and the phase has failed. */
export async function runPhase(undertaking: Undertaking, current: Current, space: Space): Promise<StepResult> {
  if (space.signal.aborted) space.status = "cancelled";
  const watch = new AbortController();
  try {
    const env = envOf(current, space);
    const wanted = (): boolean => holds(undertaking.condition, conditionContexts(space, env), standingOf(space));
    if (!wanted()) return "skipped";
    const [title = ""] = fill(undertaking.title, stepContexts(space, env)).split("\n");
    write(space, `##[group]${title}`);
    write(space, "##[endgroup]");
    const stop = onCancel(wanted, { space, until: watch.signal });
    const minutes = fill(undertaking.minutes ?? "", stepContexts(space, env));
    const late = minutes === "" ? [] : [AbortSignal.timeout(Number(minutes) * 60_000)];
    const result = await attempt(undertaking.run, { ...current, space, env, signal: AbortSignal.any([stop, space.force, ...late]) });
    if (result !== "cancelled" || !late.some(({ aborted }) => aborted)) return result;
    write(space, `##[error]The step has timed out after ${minutes} minutes.`);
    return "failure";
  } catch (error) {
    return failed(error, space);
  } finally {
    watch.abort();
  }
}

async function attempt(run: Work, desk: Parameters<Work>[0]): Promise<StepResult> {
  try {
    return await run(desk);
  } catch (error) {
    return desk.signal.aborted ? "cancelled" : failed(error, desk.space);
  }
}

function failed(error: unknown, space: Space): "failure" {
  write(space, `##[error]${error instanceof Error ? error.message : String(error)}`);
  return "failure";
}

function envOf({ step }: Current, space: Space): ReadonlyMap<string, string> {
  const contexts = stepContexts(space, space.env);
  return new Map([...space.env, ...Object.entries(step.env).map(([name, text]) => [name, fill(text, contexts)] as const)]);
}

interface Cancelling {
  readonly space: Space;
  readonly until: AbortSignal;
}

/** When the job is cancelled while the step runs, its condition is asked again: `if: always()` goes on. */
function onCancel(wanted: () => boolean, { space, until }: Cancelling): AbortSignal {
  const stop = new AbortController();
  const cancel = (): void => {
    space.status = "cancelled";
    if (!wanted()) stop.abort();
  };
  if (!space.signal.aborted) space.signal.addEventListener("abort", cancel, { once: true, signal: until });
  return stop.signal;
}
