/** Makes the context of a local run: the one place where the command line chooses its adapters. */
import { eventFile } from "#adapters/event-file.ts";
import { localPublisher } from "#adapters/git/local-publisher.ts";
import type { GitWorkspace } from "#adapters/git/workspace.ts";
import { keyFile } from "#adapters/key-file.ts";
import { keysOf } from "#adapters/model/provider-access.ts";
import { redactedLog } from "#adapters/redacted-log.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { systemRandom } from "#adapters/system-random.ts";
import { systemWeb } from "#adapters/web.ts";
import { builtInRoles, withOverrides } from "#agent/specs/roles.ts";
import { accessOf, modelOf, mustServe } from "#cli/here/model-here.ts";
import { workspaceOf } from "#cli/here/workspace-here.ts";
import { orMisuse } from "#cli/terminal/exit.ts";
import { progressLog } from "#cli/terminal/progress-log.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { redactor } from "#core/analysis/secrets/redact.ts";
import { modelsOf } from "#core/config/model-provider.ts";
import { withOwnModels } from "#core/config/role-settings.ts";
import type { Run } from "#core/run/run.ts";
import { roleFilesOf } from "#loop/context/role-files.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { Home } from "./home.ts";

export interface LocalContext extends StepContext {
  readonly workspace: GitWorkspace;
}

/** `events`: the absolute path of the file for agents' events; undefined: no file. */
type Follow = { readonly events: string | undefined };

/**
 * Makes all that a run needs here. The caller disposes of the workspace. Throws `Misuse` without a key and for a wrong
 * role file.
 */
export async function localContextOf(
  terminal: Terminal,
  home: Home,
  run: Pick<Run, "alias" | "base" | "config">,
  follow: Follow,
): Promise<LocalContext> {
  const model = modelOf(terminal, run.config.models);
  const workspace = await workspaceOf(terminal, home.repository, run.config);
  try {
    const files = await roleFilesOf(workspace, run.base.tree);
    const roles = orMisuse(() => withOverrides(builtInRoles(), files));
    mustServe(modelsOf(run.config.models, withOwnModels(roles, run.config.roles)), accessOf(terminal.env));
    return { ...worldOf(terminal, home, run), ...following(terminal, follow), model, workspace, roles };
  } catch (error) {
    await workspace.dispose();
    throw error;
  }
}

/**
 * Writes the agents' events into the requested file, without the keys; requests for web pages must not hold a key
 * either.
 */
function following(terminal: Terminal, { events }: Follow): Pick<StepContext, "tell" | "redact" | "log" | "web"> {
  const redact = redactor(keysOf(accessOf(terminal.env)));
  const log = redactedLog(progressLog(terminal), redact);
  const tell = events === undefined ? () => undefined : eventFile(events, { redact, onFailure: log.warn });
  return { tell, redact, log, web: systemWeb(redact) };
}

type Surroundings = Omit<LocalContext, "model" | "workspace" | "roles" | "tell" | "redact" | "log" | "web">;

function worldOf(terminal: Terminal, home: Home, run: Pick<Run, "alias" | "base">): Surroundings {
  return {
    github: null,
    worker: null,
    pollInterval: 1_000,
    publisher: localPublisher(home.repository.gitDir, run.base),
    clock: systemClock,
    random: systemRandom,
    secrets: keyFile(home.folderOf(run.alias), systemRandom),
    memories: home.memories,
    signal: terminal.signal,
    whenAborted: "stop",
  };
}
