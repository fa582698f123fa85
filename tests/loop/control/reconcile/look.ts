/** The desk looks at an issue by itself: a look, two minutes later, and a run under its label. */
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import type { FindWorkflowEnd } from "#loop/control/reconcile/watch-worker.ts";
import type { DeskStage } from "../stage.ts";

/** The workflow run of the issue has no end yet. */
export const GOES_ON: FindWorkflowEnd = async () => null;
export const MINUTE = 60_000;

/** Looks, two minutes later. */
export async function look(stage: DeskStage, endOf: FindWorkflowEnd = GOES_ON): Promise<void> {
  stage.time.now += 2 * MINUTE;
  await reconcile(stage.desk, endOf);
}

/** The stage with the label that carries its run, as GitHub has it. */
export async function labelled(make: () => Promise<DeskStage>): Promise<DeskStage> {
  const stage = await make();
  stage.github.labels.add("loop");
  return stage;
}

/** A maintainer. */
export const GRACE = { id: 42, login: "grace" };
