/** Runs the jobs of a workflow: each when those that it needs are done, if its condition lets it, in its turn of its group. */
import type { Conclusion } from "../actions/dispatched.ts";
import { fill, holds, type Standing } from "../actions/expression.ts";
import { calledAttempt, calledOutputs } from "./called-workflow.ts";
import type { Groups } from "./concurrency.ts";
import { jobContexts } from "./contexts.ts";
import { type JobStart, runJob } from "./run-job.ts";
import type { Attempt, Need } from "./space.ts";
import { turnIn } from "./turn-in.ts";
import { ancestorsOf } from "./workflow.ts";
import type { JobFile } from "./workflow-schema.ts";

export interface Ended {
  readonly conclusion: Conclusion;
  readonly jobs: Readonly<Record<string, Need>>;
}

/** Never throws for what the jobs do. `signal` cancels the run. */
export async function runWorkflow(attempt: Attempt, groups: Groups, signal: AbortSignal): Promise<Ended> {
  const force = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const startTimer = (): void => {
    timer = setTimeout(() => force.abort(), attempt.machine.patience.force);
  };
  if (signal.aborted) startTimer();
  signal.addEventListener("abort", startTimer, { once: true });
  try {
    const jobs = await runJobs({ attempt, groups, signal, force: force.signal });
    return { jobs, conclusion: concluded(Object.values(jobs), signal.aborted) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", startTimer);
  }
}

interface Course {
  readonly attempt: Attempt;
  readonly groups: Groups;
  readonly signal: AbortSignal;
  readonly force: AbortSignal;
}

function concluded(jobs: readonly Need[], cancelled: boolean): Conclusion {
  const results = new Set(jobs.map(({ result }) => result));
  if (results.has("failure")) return "failure";
  return results.has("cancelled") || (cancelled && results.has("skipped")) ? "cancelled" : "success";
}

async function runJobs(course: Course): Promise<Readonly<Record<string, Need>>> {
  const { jobs } = course.attempt.workflow;
  const started = new Map<string, Promise<Need>>();
  const done = (name: string, file: JobFile): Promise<Need> => {
    const running = started.get(name) ?? startWhenReady(name, file);
    started.set(name, running);
    return running;
  };
  const startWhenReady = async (name: string, file: JobFile): Promise<Need> => {
    const before = Object.fromEntries(
      await Promise.all(
        ancestorsOf(name, jobs).flatMap((each) => {
          const ancestor = jobs[each];
          return ancestor === undefined ? [] : [done(each, ancestor).then((need) => [each, need] as const)];
        }),
      ),
    );
    return await perform(name, { file, before }, course);
  };
  const all = Object.entries(jobs).map(async ([name, file]) => [name, await done(name, file)] as const);
  return Object.fromEntries(await Promise.all(all));
}

interface Ready {
  readonly file: JobFile;
  /** Every ancestor: the status functions look at all of them, `needs` only at the nearest. */
  readonly before: Readonly<Record<string, Need>>;
}

const NOTHING = { outputs: {} };

async function perform(id: string, { file, before }: Ready, course: Course): Promise<Need> {
  const { attempt, signal, force } = course;
  const needs = Object.fromEntries(Object.entries(before).filter(([name]) => file.needs.includes(name)));
  const contexts = jobContexts(attempt, needs);
  const tell = (what: string): void => void attempt.log.push({ job: id, text: `##[error]${what}` });
  try {
    const wanted = (): boolean => holds(file.if, contexts, standingOf(Object.values(before), signal));
    if (!wanted()) return { ...NOTHING, result: "skipped" };
    const turn = await turnIn(file.concurrency, contexts, course);
    if (turn === null) return { ...NOTHING, result: "cancelled" };
    try {
      const minutes = Number(fill(file["timeout-minutes"], contexts));
      const late = AbortSignal.timeout(minutes * 60_000);
      const stop = AbortSignal.any([unlessWanted(wanted, signal), turn.signal, late]);
      const start = { attempt, id, file, needs, signal: stop, force };
      const need = await (file.uses === undefined ? runJob(start) : callWorkflow(start, course));
      if (late.aborted) tell(`The job has exceeded the maximum execution time of ${minutes} minutes.`);
      return need;
    } finally {
      turn.leave();
    }
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
    return { ...NOTHING, result: "failure" };
  }
}

/** The jobs of the called workflow; the job that called is as they are together. */
async function callWorkflow(start: JobStart, course: Course): Promise<Need> {
  const attempt = await calledAttempt(start);
  const jobs = await runJobs({ ...course, attempt, signal: start.signal });
  return { result: concluded(Object.values(jobs), start.signal.aborted), outputs: calledOutputs(attempt, jobs) };
}

function standingOf(ancestors: readonly Need[], { aborted }: AbortSignal): Standing {
  return {
    success: !aborted && ancestors.every(({ result }) => result === "success"),
    failure: ancestors.some(({ result }) => result === "failure"),
    cancelled: aborted,
  };
}

/** Aborted with the run, unless the job's condition, asked again, lets it go on: `if: always()`. */
function unlessWanted(wanted: () => boolean, signal: AbortSignal): AbortSignal {
  const stop = new AbortController();
  const cancel = (): void => {
    if (!wanted()) stop.abort();
  };
  signal.addEventListener("abort", cancel, { once: true });
  return stop.signal;
}
