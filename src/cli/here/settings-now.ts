/** Reads what is committed now: the configuration, and the base branch that a person has mended for a run. */
import { textInTree } from "#adapters/git/objects/text-in-tree.ts";
import type { Repository } from "#adapters/git/worktree/repository.ts";
import { providerAccessOf } from "#adapters/model-by-provider.ts";
import { parseConfig } from "#agent/specs/config-file.ts";
import { Misuse, orMisuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import type { RenewedBase } from "#core/commands/renewal.ts";
import { CONFIG_FILE, type Config } from "#core/config/config.ts";
import type { Run } from "#core/run/run.ts";
import { accessOf } from "./model-here.ts";

/** The configuration at HEAD, with the models of a provider that there is a key for. Throws `Misuse`. */
export async function configAtHead(
  { gitDir, tree }: Pick<Repository, "gitDir" | "tree">,
  env: Terminal["env"],
): Promise<Config> {
  const text = await textInTree(gitDir, tree, CONFIG_FILE);
  return orMisuse(() => parseConfig(text, providerAccessOf(accessOf(env)).keys));
}

/**
 * What is committed on the run's base branch, where HEAD is on it. Throws `Misuse` elsewhere, and for a configuration
 * that cannot be read.
 */
export async function settingsNow(
  repository: Repository,
  { base: { branch } }: Pick<Run, "base">,
  env: Terminal["env"],
): Promise<Pick<RenewedBase, "base" | "config">> {
  const { commit, tree } = repository;
  if (repository.branch !== branch)
    throw new Misuse(
      `this run begins at ${branch}, and you are on ${repository.branch}: go there (git switch ${branch})`,
    );
  return { base: { commit, tree, branch }, config: await configAtHead(repository, env) };
}
