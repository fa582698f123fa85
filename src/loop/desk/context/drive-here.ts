/** A run is driven at the desk, as far as the desk can. */
import { builtInRoles, withOverrides } from "#agent/specs/roles.ts";
import type { Run } from "#core/run/run.ts";
import { drive } from "#loop/engine/drive.ts";
import type { Kit } from "#loop/kit/kit.ts";
import { readRun } from "#loop/kit/read-run.ts";
import { roleFilesOf } from "#loop/kit/role-files.ts";
import { DESK } from "#loop/kit/station.ts";
import { keepLesson } from "#loop/work/keep-lesson.ts";
import type { Journal } from "#ports/journal.ts";
import type { Desk } from "./desk.ts";

/** A run with its journal. */
export interface Active {
  readonly run: Run;
  readonly journal: Journal;
}

/** A workflow run is at work on the run, and will see what is written. */
export function isDriven({ stage, consumed }: Run): boolean {
  return consumed && (stage === "running" || stage === "verifying" || stage === "publishing");
}

/** Milliseconds after which a word that nobody saw is taken for one that nobody will see. */
const UNSEEN = 600_000;

/** True when whoever drives the run has not moved for so long that it will not hear any more. */
export function isUnseen({ updatedAt }: Run, { clock }: Pick<Desk, "clock">): boolean {
  return clock.now() - updatedAt > UNSEEN;
}

/** As far as the desk can, and what a run that ends here leaves is kept. Throws `Failure`, and an `Error` that names the line when a role file of the repository is wrong. */
export async function driveHere({ run, journal }: Active, desk: Desk): Promise<void> {
  await driveWith(journal, { ...desk.kitOf(run.config), roles: await rolesOf(run, desk) });
}

/** The same with a kit that is there already. Throws `Failure`. */
export async function driveWith(journal: Journal, kit: Kit): Promise<void> {
  await drive(journal, DESK, kit);
  await keepLesson(await readRun(journal), kit);
}

/** Only a plan is made by models here, and a redirect weighed: the rest needs no role, and no reading of the repository. */
async function rolesOf({ stage, base, redirect }: Pick<Run, "stage" | "base" | "redirect">, { workspace }: Desk): Promise<Kit["roles"]> {
  if (stage !== "hydrating" && stage !== "reviewing" && redirect === null) return builtInRoles();
  return withOverrides(builtInRoles(), await roleFilesOf(workspace, base.tree));
}
