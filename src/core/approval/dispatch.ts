/** Names the workflow run that is to work for a run: the job that it begins with, and the digest in its title. */
import type { Run } from "#core/run/run.ts";
import { awaitsRehearsalJob } from "#core/run/run-facts.ts";
import { digestOf } from "#core/values/digest.ts";
import { handoverDigestOf } from "./run-handover.ts";

/** `digest`: of the approved hand-over, or of the plan that is to be tried. */
export interface Dispatch {
  readonly job: "run" | "rehearse";
  readonly digest: string;
}

/** Null where no workflow run is to work for it: nothing was approved, and no plan waits for its rehearsal. */
export function dispatchOf(run: Run): Dispatch | null {
  if (awaitsRehearsalJob(run)) return { job: "rehearse", digest: rehearsalDigestOf(run) };
  const digest = handoverDigestOf(run);
  return digest === null ? null : { job: "run", digest };
}

/** Names one trial of one plan: a workflow run that takes the place of an earlier one has another digest. */
export function rehearsalDigestOf({ runId, issue, plan, missed }: Run): string {
  return digestOf({ rehearsal: runId, issue: issue.number, plan, missed });
}
