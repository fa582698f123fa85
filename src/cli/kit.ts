/** The world of the command line: the one place where its adapters are chosen. */
import { tmpdir } from "node:os";
import { anthropicModel } from "#adapters/anthropic/model.ts";
import { AUTHOR } from "#adapters/git/commits.ts";
import { localPress } from "#adapters/git/local-press.ts";
import { type GitWorkspace, gitWorkspace } from "#adapters/git/workspace.ts";
import { keyFile } from "#adapters/key-file.ts";
import { chooseSandbox, warningOf } from "#adapters/sandbox/choose.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { systemRandom } from "#adapters/system-random.ts";
import { builtInRoles, withOverrides } from "#agent/roles.ts";
import type { Config } from "#core/config.ts";
import type { Run } from "#core/run.ts";
import type { Kit } from "#loop/kit.ts";
import { roleFilesOf } from "#loop/role-files.ts";
import type { Log } from "#ports/log.ts";
import type { Model } from "#ports/model.ts";
import { Misuse, readable } from "./exit.ts";
import type { Home } from "./home.ts";
import type { Terminal } from "./terminal.ts";

export interface LocalKit extends Kit {
  readonly workspace: GitWorkspace;
}

/** A sandbox that holds here, or plain child processes with a warning that says so and what to do (architecture 6). */
async function sandboxHere({ hostFile, note }: Pick<Terminal, "hostFile" | "note">, wanted: Config["sandbox"]): Promise<Sandbox> {
  const choice = await chooseSandbox(hostFile, wanted);
  if (choice.kind === "open") note(`warning: ${warningOf(choice)}`);
  return choice.sandbox;
}

/** Progress to standard error, so that standard output holds results only. Each line bears the seconds since the beginning. */
function logOf({ note, elapsed }: Pick<Terminal, "note" | "elapsed">): Log {
  const info = (line: string): void => note(`${(elapsed() / 1000).toFixed(1).padStart(7)}s  ${line}`);
  return { info, warn: (line) => info(`warning: ${line}`) };
}

/** A workspace over the repository of `home`. The caller disposes of it. */
export async function workspaceOf(terminal: Terminal, home: Home, config: Config): Promise<GitWorkspace> {
  const sandbox = await sandboxHere(terminal, config.sandbox);
  // Straight below the system's own folder: one of ours in between would belong to whoever ran first on this machine.
  return gitWorkspace({ gitDir: home.repository.gitDir, sandbox, temp: tmpdir(), author: AUTHOR, log: logOf(terminal) });
}

/** The model that the environment names. Throws `Misuse` without a key, and for a key or an address that cannot be one. */
function modelOf({ env }: Terminal, models: Config["models"]): Model {
  const apiKey = env["ANTHROPIC_API_KEY"];
  if (apiKey === undefined || apiKey === "") {
    throw new Misuse("no key for the model: set ANTHROPIC_API_KEY (and ANTHROPIC_BASE_URL for another server than Anthropic's)");
  }
  const baseUrl = env["ANTHROPIC_BASE_URL"];
  return readable(() => anthropicModel({ apiKey, models, clock: systemClock, random: systemRandom, ...(baseUrl ? { baseUrl } : {}) }));
}

/** All that a run needs here. The caller disposes of the workspace. Throws `Misuse` without a key and for a wrong role file. */
export async function kitOf(terminal: Terminal, home: Home, run: Pick<Run, "alias" | "base" | "config">): Promise<LocalKit> {
  const model = modelOf(terminal, run.config.models);
  const workspace = await workspaceOf(terminal, home, run.config);
  try {
    const files = await roleFilesOf(workspace, run.base.tree);
    return { ...worldOf(terminal, home, run), model, workspace, roles: readable(() => withOverrides(builtInRoles(), files)) };
  } catch (error) {
    await workspace.dispose();
    throw error;
  }
}

function worldOf(terminal: Terminal, home: Home, run: Pick<Run, "alias" | "base">): Omit<LocalKit, "model" | "workspace" | "roles"> {
  return {
    github: null,
    worker: null,
    lookEvery: 1_000,
    press: localPress(home.repository.gitDir, run.base),
    clock: systemClock,
    random: systemRandom,
    secrets: keyFile(home.folderOf(run.alias), systemRandom),
    log: logOf(terminal),
    memories: home.memories,
    signal: terminal.signal,
  };
}
