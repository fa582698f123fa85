/** Makes a workspace over the job's checkout, with commands in a sandbox of this machine. */
import { join } from "node:path";
import { DEFAULT_AUTHOR } from "#adapters/git/objects/commits.ts";
import { type GitWorkspace, gitWorkspace } from "#adapters/git/workspace.ts";
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { chooseSandbox, unsandboxedWarning } from "#adapters/sandbox/walls/choose-sandbox.ts";
import { probeSandbox } from "#adapters/sandbox/walls/probe.ts";
import type { Probe } from "#adapters/sandbox/walls/probe-facts.ts";
import { setupNetworkOf } from "#core/config/registries.ts";
import type { Run } from "#core/run/run.ts";
import { Failure } from "#ports/failure.ts";
import type { Log } from "#ports/log.ts";
import type { Machine } from "../runner/machine.ts";

/** What a workspace needs of the job. `hostFile`: absolute path of `tool-host.mjs`. */
export interface WorkspacePlace {
  readonly machine: Pick<Machine, "checkout" | "temp">;
  readonly log: Log;
  readonly hostFile: string;
}

/** Opens no file yet. The caller disposes of it. */
export function workspaceOver(
  sandbox: Sandbox,
  { config }: Pick<Run, "config">,
  { machine, log }: Omit<WorkspacePlace, "hostFile">,
): GitWorkspace {
  // The commits that people see are made on GitHub and bear the App's name; this author is for objects that never leave
  // the machine.
  const setupNetwork = setupNetworkOf(config);
  const gitDir = join(machine.checkout, ".git");
  return gitWorkspace({ gitDir, sandbox, setupNetwork, temp: machine.temp, author: DEFAULT_AUTHOR, log });
}

/** The sandbox of this machine, as the configuration wants it; else why none holds here, and what to do. */
export async function sandboxHere(
  { config }: Pick<Run, "config">,
  { hostFile, log }: Pick<WorkspacePlace, "hostFile" | "log">,
  probed: Probe,
): Promise<Sandbox | string> {
  const choice = await chooseSandbox(hostFile, config.sandbox, probed);
  if (choice.kind === "open") {
    if (!choice.wanted) return `${choice.why}. What to do: ${choice.advice}`;
    log.warn(unsandboxedWarning(choice));
  }
  return choice.sandbox;
}

/**
 * A workspace in which the plan of a run can be tried. Throws `Failure("sandbox")` where none holds here and the
 * configuration asks for one, and `Failure("git")` where the checkout lacks the base.
 */
export async function rehearsalWorkspace(
  run: Pick<Run, "config" | "base">,
  place: WorkspacePlace,
): Promise<GitWorkspace> {
  const sandbox = await sandboxHere(run, place, await probeSandbox());
  if (typeof sandbox === "string") throw new Failure("sandbox", sandbox, { retryable: false });
  const workspace = workspaceOver(sandbox, run, place);
  try {
    await workspace.treeOf(run.base.commit);
    return workspace;
  } catch (error) {
    await workspace.dispose();
    throw error;
  }
}
