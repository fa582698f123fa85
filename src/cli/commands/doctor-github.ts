/** `loopwright doctor --github <owner>/<name>`: looks how a repository is set up on GitHub, and changes nothing. */
import { readTextOrNull } from "#adapters/file-journal/durable.ts";
import { installationNow } from "#adapters/github/app-installation.ts";
import { pemOf } from "#adapters/github/app-key.ts";
import type { RepositoryLocation } from "#adapters/github/client/api.ts";
import { defaultBranchNow, fileNow, hasLabel, settingsOnGitHub } from "#adapters/github/setup-now.ts";
import { parseConfig } from "#agent/specs/config-file.ts";
import { workflowLook } from "#agent/specs/workflow-look.ts";
import { type GitHubAccess, githubAccess } from "#cli/local/github-access.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse, NOT_REACHED, orMisuse } from "#cli/terminal/exit.ts";
import { repositoryNamed } from "#cli/terminal/repository-name.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { CONFIG_FILE } from "#core/config/config.ts";
import type { GitHubSetup } from "#core/config/github-setup.ts";
import { Provider } from "#core/config/providers.ts";
import { WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import { githubFindings } from "#text/setup/github-findings.ts";
import { setupPage } from "#text/terminal/doctor-page.ts";

const NEEDS = "--github needs a token in GITHUB_TOKEN, of one word, that may read the repository's settings";

/** A branch like those of runs, to ask which rules hold for it. */
const WORK_BRANCH = "loop/1-example";

/**
 * Prints the findings. Exit code 0 where nothing is missing. Throws `Misuse` where there is no token, for what names
 * no repository that the token may see, and for a configuration that is wrong; `Failure("github")` where GitHub
 * refuses.
 */
export async function examineSetup(args: Arguments, terminal: Terminal): Promise<number> {
  const place = repositoryNamed(args.value("github") ?? "", "--github takes a repository");
  const access = githubAccess(terminal, NEEDS);
  const findings = githubFindings(await setupOf(place, access, terminal.env));
  const isSetUp = findings.every(({ holds }) => holds !== false);
  terminal.print(args.has("json") ? JSON.stringify({ isSetUp, findings }, null, 2) : setupPage(findings, isSetUp));
  return isSetUp ? DONE : NOT_REACHED;
}

async function setupOf(place: RepositoryLocation, access: GitHubAccess, env: Terminal["env"]): Promise<GitHubSetup> {
  const api = access.client(null);
  const branch = await defaultBranchNow(api, place);
  if (branch === null) throw new Misuse(`${place.owner}/${place.repo} is not there, or the token may not see it`);
  const [workflow, config, settings, installation] = await Promise.all([
    fileNow(api, place, WORKFLOW_FILE),
    fileNow(api, place, CONFIG_FILE),
    settingsOnGitHub(api, place, WORK_BRANCH),
    installationOf(place, access, env),
  ]);
  // Which models it names is of no matter here.
  const { label: name } = orMisuse(() => parseConfig(config, Provider.options));
  const label = { name, isThere: await hasLabel(api, place, name) };
  return { branch, workflow: workflowOf(workflow), label, ...settings, installation };
}

function workflowOf(text: string | null): GitHubSetup["workflow"] {
  return text === null ? "missing" : (workflowLook(text) ?? "other");
}

/** Asks as the App, where its number and its key are there, in the variables of the bot. */
async function installationOf(
  place: RepositoryLocation,
  { apiUrl, gate }: GitHubAccess,
  env: Terminal["env"],
): Promise<GitHubSetup["installation"]> {
  const { APP_ID: appId = "", PRIVATE_KEY: key, PRIVATE_KEY_PATH: path } = env;
  if (appId === "" || (key ?? path ?? "") === "") return null;
  const privateKey = pemOf(key ?? (await readTextOrNull(path ?? "")) ?? "");
  if (privateKey === null)
    throw new Misuse("PRIVATE_KEY, or the file that PRIVATE_KEY_PATH names, is no key of an App");
  return installationNow({ appId, privateKey, apiUrl }, place, gate);
}
