/** What a step runs: its script, an action that this runner plays, or an action in a folder. */
import { join, resolve } from "node:path";
import { actionPhases } from "./action-step.ts";
import { appTokenPhases } from "./app-token.ts";
import { downloadPhases, uploadPhases } from "./artifacts.ts";
import { attestPhases } from "./attest.ts";
import { checkoutPhases } from "./checkout.ts";
import type { StepPhases } from "./phase.ts";
import { runScript } from "./script-step.ts";
import { setupNodePhases } from "./setup-node.ts";
import type { Space } from "./space.ts";
import type { StepFile } from "./workflow-schema.ts";

const PLAYED: Readonly<Record<string, StepPhases>> = {
  "actions/checkout": checkoutPhases,
  "actions/upload-artifact": uploadPhases,
  "actions/download-artifact": downloadPhases,
  "actions/create-github-app-token": appTokenPhases,
  "actions/setup-node": setupNodePhases,
  "actions/attest": attestPhases,
};

/** An action in the workspace: it can be read only when the step's turn has come. */
export function isLocal({ uses }: StepFile): boolean {
  return uses?.startsWith("./") ?? false;
}

/** Throws an `Error` that names an action that is not here. */
export async function phasesOf({ uses, run = "" }: StepFile, space: Space): Promise<StepPhases> {
  if (uses === undefined) return { main: (desk) => runScript(run, desk) };
  if (uses.startsWith("./")) return withoutPre(await actionPhases(resolve(space.folders.workspace, uses)));
  const name = uses.startsWith("$/") ? sameRepository(uses, space) : (uses.split("@")[0] ?? "");
  const played = PLAYED[name];
  if (played !== undefined) return played;
  const folder = folderOf(name, space);
  if (folder === null)
    throw new Error(`Unable to resolve action ${uses}: this runner plays ${known(space).join(", ")} and actions of the workspace`);
  return await actionPhases(folder);
}

/**
 * `$/path`: an action of the repository and the commit that the workflow itself is of.
 * https://github.blog/changelog/2026-07-30-reference-same-repository-actions-with-self-repository-syntax/
 */
function sameRepository(uses: string, { attempt: { source } }: Space): string {
  const [, path] = /^\$\/+([^@]+)$/.exec(uses) ?? [];
  if (path === undefined) throw new Error(`${uses} must name a folder, and no version`);
  if (source === null) throw new Error(`${uses}: this runner plays it in called workflows only`);
  return `${source}/${path}`;
}

/** The folder of `owner/repository`, or of a folder in it: `owner/repository/path`. */
function folderOf(name: string, { attempt: { machine } }: Space): string | null {
  const [owner = "", repository = "", ...path] = name.split("/");
  const folder = new Map(Object.entries(machine.actions)).get(`${owner}/${repository}`);
  return folder === undefined ? null : join(folder, ...path);
}

/** GitHub runs no `pre` of an action in the workspace: it is not there yet when the job begins. */
function withoutPre({ main, post }: StepPhases): StepPhases {
  return { main, ...(post !== undefined && { post }) };
}

function known({ attempt: { machine } }: Space): readonly string[] {
  return [...Object.keys(PLAYED), ...Object.keys(machine.actions)];
}
