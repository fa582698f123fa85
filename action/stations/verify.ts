/** The job `verify`: looks at the finished work on a fresh machine, writes nothing to GitHub, and hands its verdict on (architecture 2, station `proof`). */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { probeSandbox } from "#adapters/sandbox/probe.ts";
import type { Event } from "#core/event.ts";
import type { Run } from "#core/run.ts";
import { bundleOf, verdictOf } from "#core/verdict.ts";
import { type Proof, prove } from "#loop/prove.ts";
import { rememberedJournal } from "#loop/remembered-journal.ts";
import type { Journal } from "#ports/journal.ts";
import { jobClock } from "../clock.ts";
import { Declined } from "../declined.ts";
import { foundRun, obstacleToProof } from "../hand-over.ts";
import type { Scene } from "../scene.ts";
import { workbench } from "../workbench.ts";
import { proofKit } from "../world.ts";

/** What the job found, and the run that it was found about. */
export interface Proven extends Proof {
  readonly run: Run;
}

/** Writes the artifact's file and gives the verdict. Throws `Declined` where there is nothing to verify, and `Failure`. */
export async function verify(scene: Scene): Promise<Proven> {
  const { inputs, machine } = scene;
  const journal = rememberedJournal(scene.journal);
  const run = await foundRun(journal, inputs);
  const obstacle = obstacleToProof(run, inputs, machine.workflowRun);
  if (obstacle !== null) throw new Declined(obstacle);
  const proof = await proofOf(run, journal, scene);
  const file = resolve(machine.checkout, inputs.bundle);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, proof.bundle);
  return { run, ...proof };
}

async function proofOf(run: Run, journal: Journal, scene: Scene): Promise<Proof> {
  const { attempt } = scene.machine;
  const prepared = await workbench(run, scene, await probeSandbox());
  if (prepared.kind === "cannot") {
    const message = prepared.why.slice(0, 4000);
    const event: Event = { kind: "phase_error", at: jobClock.now(), step: "VERIFY", retryable: false, message };
    const bundle = bundleOf([event]);
    return { bundle, verdict: verdictOf(run, bundle, attempt) };
  }
  try {
    return await prove(journal, attempt, proofKit(run, scene, prepared.bench));
  } finally {
    await prepared.bench.workspace.dispose();
  }
}
