/** The runner: a workflow run that was dispatched plays its three jobs, each on a machine of its own (`.github/docs/loopwright.yml`). */
import type { Run } from "#core/run.ts";
import { atHand } from "#loop/at-hand.ts";
import { drive } from "#loop/drive.ts";
import { press } from "#loop/press.ts";
import { type Proof, prove } from "#loop/prove.ts";
import { readRun } from "#loop/read-run.ts";
import { rememberedJournal } from "#loop/remembered-journal.ts";
import { BENCH } from "#loop/station.ts";
import { Failure } from "#ports/failure.ts";
import { Declined } from "../../action/declined.ts";
import { foundRun, obstacleToProof, obstacleToWork } from "../../action/hand-over.ts";
import { outputsOf } from "../../action/outputs.ts";
import type { WorkflowRun } from "./github/things.ts";
import { benchKitOf, type Job, type JobPlace, jobAt, pressKitOf, proofKitOf } from "./stations.ts";
import type { World } from "./world.ts";

/** As GitHub words it. */
type Result = "success" | "failure" | "skipped";

interface Ended<T> {
  readonly result: Result;
  /** Null where the job did not come to its end. */
  readonly value: T | null;
}

/** Milliseconds until a machine is there, and until GitHub notices that one is gone. */
const MACHINE = 8_000;
const MISSED = 60_000;

const RIGHTS = {
  run: { contents: "write", issues: "write" },
  verify: { contents: "read" },
  publish: { contents: "write", pull_requests: "write", issues: "write", checks: "write", actions: "write" },
} as const;

/** Plays it to its end. `attempt`: counts from 1, more where somebody had it run again. */
export async function playWorkflow(world: World, workflow: WorkflowRun, attempt = "1"): Promise<void> {
  const { issue = "", run_id: runId = "", digest = "" } = workflow.inputs;
  const place = { owner: "acme", repo: "widget", issue: Number(issue), runId, workflowRun: String(workflow.id) };
  world.github.startRun(workflow.id);
  const run = await jobOf(world, "run", place, (job, model) => work(job, { place, digest, model, world, attempt }));
  const isVerified = run.value !== null && outputsOf(run.value)["verify"] === "true";
  const verify = isVerified
    ? await jobOf(world, "verify", place, (job, model) => proof(job, { place, digest, model, world, attempt }))
    : { result: "skipped" as const, value: null };
  const jobs = `run: ${run.result}, verify: ${verify.result}`;
  const publish = await jobOf(world, "publish", place, async (job) => {
    const journal = atHand(job.journal, job.telling);
    await foundRun(journal, { runId, issue: place.issue });
    const given = { outputs: verify.value?.verdict ?? {}, bundle: verify.value?.bundle ?? null, attempt, seal: digest, jobs };
    await press(journal, given, pressKitOf(job, place));
  });
  const isGood = [run, verify, publish].every(({ result }) => result !== "failure");
  world.github.endRun(workflow.id, isGood ? "success" : "failure");
}

type Model = Parameters<typeof benchKitOf>[3];

async function jobOf<T>(
  world: World,
  kind: keyof typeof RIGHTS,
  place: JobPlace,
  play: (job: Job, model: Model) => Promise<T>,
): Promise<Ended<T>> {
  const surroundings = world.born(`${kind} ${place.workflowRun}`, world.github.job(RIGHTS[kind]));
  await new Promise<void>((resolve) => void world.schedule.after(MACHINE, resolve));
  const job = jobAt(place, new AbortController().signal, surroundings);
  try {
    const done = await surroundings.process.run(async () => ({ value: await play(job, surroundings.model) }));
    if (done !== null) return { result: "success", value: done.value };
    await new Promise<void>((resolve) => void world.schedule.after(MISSED, resolve));
    return { result: "failure", value: null };
  } catch (error) {
    if (!(error instanceof Failure || error instanceof Declined)) throw error;
    surroundings.log.warn(`the job failed: ${error.message}`);
    return { result: "failure", value: null };
  }
}

interface Given {
  readonly place: JobPlace;
  readonly digest: string;
  readonly model: Model;
  readonly world: World;
  readonly attempt: string;
}

async function work(job: Job, { place, digest, model, world }: Given): Promise<Run> {
  const journal = atHand(job.journal, job.telling);
  const obstacle = obstacleToWork(await foundRun(journal, place), { digest });
  if (obstacle !== null) throw new Declined(obstacle);
  await drive(journal, BENCH, benchKitOf(job, place, world.checkout(), model));
  await journal.flush();
  return readRun(journal);
}

async function proof(job: Job, { place, digest, model, world, attempt }: Given): Promise<Proof> {
  const journal = rememberedJournal(job.journal);
  const obstacle = obstacleToProof(await foundRun(journal, place), { digest }, place.workflowRun);
  if (obstacle !== null) throw new Declined(obstacle);
  return prove(journal, attempt, proofKitOf(job, place, world.checkout(), model));
}
