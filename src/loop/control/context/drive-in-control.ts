/** A run is driven at the desk, as far as the desk can. */
import { builtInRoles, withOverrides } from "#agent/specs/roles.ts";
import type { Run } from "#core/run/run.ts";
import { readRun } from "#loop/context/read-run.ts";
import { roleFilesOf } from "#loop/context/role-files.ts";
import { CONTROL_STATION } from "#loop/context/station.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { drive } from "#loop/engine/drive.ts";
import { keepLesson } from "#loop/work/keep-lesson.ts";
import type { Journal } from "#ports/journal.ts";
import type { ControlContext } from "./control-context.ts";

/** A run with its journal. */
export interface ActiveRun {
  readonly run: Run;
  readonly journal: Journal;
}

/** A workflow run is at work on the run, and will see what is written. */
export function isDriven({ stage, claimed }: Run): boolean {
  return claimed && (stage === "running" || stage === "verifying" || stage === "publishing");
}

/** Milliseconds after which a word that nobody saw is taken for one that nobody will see. */
const UNSEEN = 600_000;

/** True when whoever drives the run has not moved for so long that it will not hear any more. */
export function isWorkerSilent({ updatedAt }: Run, { clock }: Pick<ControlContext, "clock">): boolean {
  return clock.now() - updatedAt > UNSEEN;
}

/**
 * As far as the desk can, and what a run that ends here leaves is kept. Throws `Failure`, and an `Error` that names the
 * line when a role file of the repository is wrong.
 */
export async function driveInControl({ run, journal }: ActiveRun, control: ControlContext): Promise<void> {
  await driveWithContext(journal, { ...control.stepContextOf(run.config), roles: await rolesOf(run, control) });
}

/** The same with a kit that is there already. Throws `Failure`. */
export async function driveWithContext(journal: Journal, context: StepContext): Promise<void> {
  await drive(journal, CONTROL_STATION, context);
  await keepLesson(await readRun(journal), context);
}

/**
 * Only a plan is made by models here, and a redirect weighed: the rest needs no role, and no reading of the repository.
 */
async function rolesOf(
  { stage, base, redirect }: Pick<Run, "stage" | "base" | "redirect">,
  { workspace }: ControlContext,
): Promise<StepContext["roles"]> {
  if (stage !== "hydrating" && stage !== "reviewing" && redirect === null) return builtInRoles();
  return withOverrides(builtInRoles(), await roleFilesOf(workspace, base.tree));
}
