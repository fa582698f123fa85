/** The world of the command line: the one place where its adapters are chosen. */
import { tmpdir } from "node:os";
import { eventFile } from "#adapters/event-file.ts";
import { localPublisher } from "#adapters/git/local-publisher.ts";
import { DEFAULT_AUTHOR } from "#adapters/git/objects/commits.ts";
import { type GitWorkspace, gitWorkspace } from "#adapters/git/workspace.ts";
import { keyFile } from "#adapters/key-file.ts";
import type { KeyAccess } from "#adapters/model/access.ts";
import { federationIn } from "#adapters/model/federation-file.ts";
import { keysOf, missingCredentialFor, modelByProvider, type ProviderAccesses } from "#adapters/model-by-provider.ts";
import { redactedLog } from "#adapters/redacted-log.ts";
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { chooseSandbox, unsandboxedWarning } from "#adapters/sandbox/walls/choose-sandbox.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { systemRandom } from "#adapters/system-random.ts";
import { systemWeb } from "#adapters/web.ts";
import { builtInRoles, withOverrides } from "#agent/specs/roles.ts";
import { Misuse, orMisuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { redactor } from "#core/analysis/secrets/redact.ts";
import type { Config } from "#core/config/config.ts";
import { credentialVariableOf, modelsOf } from "#core/config/provider.ts";
import { setupNetworkOf } from "#core/config/registries.ts";
import type { Run } from "#core/run/run.ts";
import { roleFilesOf } from "#loop/context/role-files.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { Log } from "#ports/log.ts";
import type { Model } from "#ports/model.ts";
import type { Home } from "./home.ts";

export interface LocalContext extends StepContext {
  readonly workspace: GitWorkspace;
}

/** A sandbox that holds here, or plain child processes with a warning that says so and what to do (architecture 6). */
async function sandboxHere({ hostFile, note }: Pick<Terminal, "hostFile" | "note">, wanted: Config["sandbox"]): Promise<Sandbox> {
  const choice = await chooseSandbox(hostFile, wanted);
  if (choice.kind === "open") note(`warning: ${unsandboxedWarning(choice)}`);
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
  const setupNetwork = setupNetworkOf(config);
  return gitWorkspace({
    gitDir: home.repository.gitDir,
    sandbox,
    setupNetwork,
    temp: tmpdir(),
    author: DEFAULT_AUTHOR,
    log: logOf(terminal),
  });
}

/** The models that the environment has keys for. Throws `Misuse` for a key or an address that cannot be one. */
export function modelOf({ env }: Terminal, models: Config["models"]): Model {
  const access = accessesOf(env);
  mustServe(modelsOf(models, []), access);
  return orMisuse(() => modelByProvider({ access, models, clock: systemClock, random: systemRandom }));
}

function accessesOf(env: Terminal["env"]): ProviderAccesses {
  const keyOf = (name: "ANTHROPIC" | "OPENAI"): KeyAccess | null => {
    const apiKey = env[`${name}_API_KEY`];
    return apiKey ? { apiKey, baseUrl: env[`${name}_BASE_URL`] || undefined } : null;
  };
  const federation = orMisuse(() => federationIn(env));
  const federated = federation === null ? null : { federation, baseUrl: env["ANTHROPIC_BASE_URL"] || undefined };
  return { anthropic: keyOf("ANTHROPIC") ?? federated, openai: keyOf("OPENAI") };
}

/** Throws `Misuse` that names the variable when a model that may be asked cannot be. */
function mustServe(names: readonly string[], access: ProviderAccesses): void {
  const lack = missingCredentialFor(names, access);
  if (lack === null) return;
  if (lack.what === "address") throw new Misuse(`no address for the model ${lack.model}: set ${credentialVariableOf(lack)}`);
  throw new Misuse(
    `no key for the model: set ${credentialVariableOf(lack)} for ${lack.model} (and ${credentialVariableOf({ ...lack, what: "address" })} for another server than its provider's)`,
  );
}

/** Where what agents do is written, an absolute path; undefined: nowhere. */
interface Follow {
  readonly events: string | undefined;
}

/** All that a run needs here. The caller disposes of the workspace. Throws `Misuse` without a key and for a wrong role file. */
export async function localContextOf(
  terminal: Terminal,
  home: Home,
  run: Pick<Run, "alias" | "base" | "config">,
  follow: Follow,
): Promise<LocalContext> {
  const model = modelOf(terminal, run.config.models);
  const workspace = await workspaceOf(terminal, home, run.config);
  try {
    const files = await roleFilesOf(workspace, run.base.tree);
    const roles = orMisuse(() => withOverrides(builtInRoles(), files));
    mustServe(
      modelsOf(
        run.config.models,
        [...roles.values()].map(({ tier }) => tier),
      ),
      accessesOf(terminal.env),
    );
    return { ...worldOf(terminal, home, run), ...following(terminal, follow), model, workspace, roles };
  } catch (error) {
    await workspace.dispose();
    throw error;
  }
}

/** What agents do goes into the file that was asked for, without the keys (M3.04); no page is asked for with one either. */
function following(terminal: Terminal, { events }: Follow): Pick<StepContext, "tell" | "redact" | "log" | "web"> {
  const redact = redactor(keysOf(accessesOf(terminal.env)));
  const log = redactedLog(logOf(terminal), redact);
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
