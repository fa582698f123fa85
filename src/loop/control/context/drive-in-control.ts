/** Drives a run in the station control, up to the first command that control does not perform. */

import { builtInRoles, withOverrides } from "#agent/specs/roles.ts";
import { next } from "#core/decide/next.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { roleFilesOf } from "#loop/context/role-files.ts";
import { CONTROL_STATION, REHEARSING_STATION } from "#loop/context/station.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { drive } from "#loop/engine/drive.ts";
import { driveOnMachine, type RehearsalWorkspace } from "#loop/engine/drive-on-machine.ts";
import { keepLesson } from "#loop/work/keep-lesson.ts";
import type { Journal } from "#ports/journal.ts";
import type { ControlContext } from "./control-context.ts";

/** A run with its journal. */
export interface ActiveRun {
  readonly run: Run;
  readonly journal: Journal;
}

/** True while a workflow run works on the run, and will read what is written into its journal. */
export function isDriven({ stage, claimed }: Run): boolean {
  return claimed && (stage === "running" || stage === "verifying" || stage === "publishing");
}

/** Milliseconds without an event of the run after which its worker is not expected to read the journal any more. */
const UNSEEN = 600_000;

/** True when the run had no event for so long that its worker is not expected to read a new one. */
export function isWorkerSilent({ updatedAt }: Run, { clock }: Pick<ControlContext, "clock">): boolean {
  return clock.now() - updatedAt > UNSEEN;
}

/**
 * Drives the run as far as control can, and keeps the lesson of a run that ends here. Throws `Failure`, and an `Error`
 * that names the line when a role file of the repository is wrong.
 */
export async function driveInControl({ run, journal }: ActiveRun, control: ControlContext): Promise<void> {
  const context = { ...control.stepContextOf(run.config), roles: await rolesOf(run, control) };
  await driveWithContext(journal, context, control);
}

/** The same with a step context that the caller has made. Throws `Failure`. */
export async function driveWithContext(
  journal: Journal,
  context: StepContext,
  { rehearsal }: Pick<ControlContext, "rehearsal">,
): Promise<void> {
  await drive(journal, CONTROL_STATION, context);
  if (typeof rehearsal === "function") await rehearseHere(journal, context, rehearsal);
  await keepLesson(await readRun(journal), context);
}

/** Tries the plan that waits for it, on this machine, and goes on from there. */
async function rehearseHere(
  journal: Journal,
  context: StepContext,
  rehearsal: (run: Run) => Promise<RehearsalWorkspace>,
): Promise<void> {
  const run = await readRun(journal);
  if (next(run).kind !== "rehearse") return;
  await driveOnMachine(journal, REHEARSING_STATION, context, () => rehearsal(run));
}

/**
 * Reads the roles of the repository where control makes or reviews a plan or weighs a redirect. All else takes the
 * built-in roles and costs no request.
 */
async function rolesOf(
  { stage, base, redirect }: Pick<Run, "stage" | "base" | "redirect">,
  { workspace }: ControlContext,
): Promise<StepContext["roles"]> {
  if (stage !== "hydrating" && stage !== "reviewing" && redirect === null) return builtInRoles();
  return withOverrides(builtInRoles(), await roleFilesOf(workspace, base.tree));
}
