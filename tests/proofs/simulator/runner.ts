/** The runner: a workflow run that was dispatched plays its three jobs, each on a machine of its own (`.github/docs/loopwright.yml`). */
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { RUN_STATION } from "#loop/context/station.ts";
import { drive } from "#loop/engine/drive.ts";
import { runPublishJob } from "#loop/jobs/publish-job.ts";
import { runVerifyJob, type VerifyJobResult } from "#loop/jobs/verify-job.ts";
import { rememberedJournal } from "#loop/journals/remembered-journal.ts";
import { runJournalOf } from "#loop/journals/run-journal.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import { obstacleToVerify, obstacleToWork, requireRun } from "../../../action/job/hand-over.ts";
import { InputError } from "../../../action/runner/input-error.ts";
import { outputsOf } from "../../../action/runner/outputs.ts";
import type { WorkflowRun } from "./github/things.ts";
import type { Process } from "./process.ts";
import { benchKitOf, type Job, type JobPlace, jobAt, pressKitOf, proofKitOf, type Surroundings } from "./stations.ts";
import { eitherOf, timeLimitOf } from "./time-limit.ts";
import type { World } from "./world.ts";

/** As GitHub words it. */
type Result = "success" | "failure" | "skipped" | "cancelled";

interface Ended<T> {
  readonly result: Result;
  /** Null where the job did not come to its end. */
  readonly value: T | null;
}

/** Milliseconds until a machine is there, and until GitHub notices that one is gone, or stands still (F30). */
const MACHINE = 8_000;
const MISSED = 60_000;
const SILENT = 600_000;
/** Milliseconds from the wish to cancel until the jobs are interrupted, and from there until their processes are killed (F29). */
const CANCELS = 2_000;
const KILLS = 10_000;

const RIGHTS = {
  run: { contents: "write", issues: "write" },
  verify: { contents: "read" },
  publish: { contents: "write", pull_requests: "write", issues: "write", checks: "write", actions: "write" },
} as const;

/** What the jobs of a workflow run have in common. */
interface Whole {
  readonly world: World;
  readonly place: JobPlace;
  /** Somebody cancelled it: what runs is interrupted, and nothing begins but what has to in any case. */
  readonly cancelled: AbortSignal;
}

/** Plays it to its end. `attempt`: counts from 1, more where somebody had it run again. */
export async function playWorkflow(world: World, workflow: WorkflowRun, attempt = "1"): Promise<void> {
  const { issue = "", run_id: runId = "", digest = "" } = workflow.inputs;
  const place = { owner: "acme", repo: "widget", issue: Number(issue), runId, workflowRun: String(workflow.id) };
  const { github, schedule } = world;
  const cancelling = new AbortController();
  github.onCancel(workflow.id, () => void schedule.after(CANCELS, () => cancelling.abort()));
  const whole = { world, place, cancelled: cancelling.signal };
  github.startRun(workflow.id);
  const run = await jobOf(whole, "run", (job, own) => work(job, { place, digest, own, world, attempt }));
  const isVerified = run.value !== null && outputsOf(run.value)["verify"] === "true";
  const verify = isVerified
    ? await jobOf(whole, "verify", (job, own) => proof(job, { place, digest, own, world, attempt }))
    : { result: "skipped" as const, value: null };
  const jobs = `run: ${run.result}, verify: ${verify.result}`;
  // It runs in any case, and nobody interrupts it.
  const always = { ...whole, cancelled: new AbortController().signal };
  const publish = await jobOf(always, "publish", async (job) => {
    const journal = runJournalOf(job.journal, job.telling);
    await requireRun(journal, { runId, issue: place.issue });
    const given = { outputs: verify.value?.verdict ?? {}, bundle: verify.value?.bundle ?? null, attempt, handOverDigest: digest, jobs };
    await runPublishJob(journal, given, pressKitOf(job, place));
  });
  const isGood = [run, verify, publish].every(({ result }) => result !== "failure");
  github.endRun(workflow.id, cancelling.signal.aborted ? "cancelled" : isGood ? "success" : "failure");
}

type Play<T> = (job: Job, surroundings: Surroundings) => Promise<T>;

async function jobOf<T>({ world, place, cancelled }: Whole, kind: keyof typeof RIGHTS, play: Play<T>): Promise<Ended<T>> {
  const { schedule } = world;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void schedule.after(ms, resolve));
  const surroundings = world.born(`${kind} ${place.workflowRun}`, world.github.job(RIGHTS[kind]));
  const { process } = surroundings;
  await pause(MACHINE);
  if (cancelled.aborted) return { result: "cancelled", value: null };
  const limit = timeLimitOf(world, process, kind);
  // GitHub cancels what takes longer than it may.
  const ended = eitherOf(cancelled, limit.signal);
  ended.addEventListener("abort", () => void schedule.after(KILLS, process.die), { once: true });
  const silent = silenceOf(world, process);
  try {
    const job = jobAt(place, ended, surroundings, kind === "run");
    // A machine that stood still may wake up when nobody waits for it any more.
    const done = await Promise.race([process.run(async () => ({ value: await play(job, surroundings) })), silent]);
    if (done !== null && done !== "silent") return { result: "success", value: done.value };
    if (ended.aborted) return { result: "cancelled", value: null };
    if (done === null) await pause(MISSED);
    return { result: "failure", value: null };
  } catch (error) {
    return { result: endOf(error, ended, surroundings), value: null };
  } finally {
    limit.met();
  }
}

/** What became of a job that threw. Throws what is a bug. */
function endOf(error: unknown, ended: AbortSignal, { log }: Surroundings): Result {
  if (error instanceof Interrupted && ended.aborted) return "cancelled";
  if (!(error instanceof Failure || error instanceof InputError)) throw error;
  log.warn(`the job failed: ${error.message}`);
  return "failure";
}

/** Comes when the machine has stood still for so long that GitHub gives it up. */
function silenceOf({ schedule }: World, { onFreeze }: Process): Promise<"silent"> {
  return new Promise((resolve) => {
    onFreeze((ms) => {
      if (ms > SILENT) schedule.after(SILENT, () => resolve("silent"));
    });
  });
}

interface Given {
  readonly place: JobPlace;
  readonly digest: string;
  readonly own: Surroundings;
  readonly world: World;
  readonly attempt: string;
}

async function work(job: Job, { place, digest, own, world }: Given): Promise<Run> {
  const journal = runJournalOf(job.journal, job.telling);
  const obstacle = obstacleToWork(await requireRun(journal, place), { digest });
  if (obstacle !== null) throw new InputError(obstacle);
  await drive(journal, RUN_STATION, benchKitOf(job, place, world.checkout(own.process), own.model));
  await journal.flush();
  return readRun(journal);
}

async function proof(job: Job, { place, digest, own, world, attempt }: Given): Promise<VerifyJobResult> {
  const journal = rememberedJournal(job.journal);
  const obstacle = obstacleToVerify(await requireRun(journal, place), { digest }, place.workflowRun);
  if (obstacle !== null) throw new InputError(obstacle);
  return runVerifyJob(journal, attempt, proofKitOf(job, place, world.checkout(own.process), own.model));
}
