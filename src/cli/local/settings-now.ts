/** Reads the base branch of a run as it is now, after a person has mended how the repository is set up. */
import { textInTree } from "#adapters/git/objects/text-in-tree.ts";
import { parseConfig } from "#agent/specs/config-file.ts";
import { Misuse, orMisuse } from "#cli/terminal/exit.ts";
import type { RenewedBase } from "#core/commands/renewal.ts";
import { CONFIG_FILE } from "#core/config/config.ts";
import type { Run } from "#core/run/run.ts";
import type { Home } from "./home.ts";

/**
 * What is committed on the run's base branch, where HEAD is on it. Throws `Misuse` elsewhere, and for a configuration
 * that cannot be read.
 */
export async function settingsNow(
  { repository }: Home,
  { base: { branch } }: Pick<Run, "base">,
): Promise<Pick<RenewedBase, "base" | "config">> {
  const { commit, tree, gitDir } = repository;
  if (repository.branch !== branch)
    throw new Misuse(
      `this run begins at ${branch}, and you are on ${repository.branch}: go there (git switch ${branch})`,
    );
  const text = await textInTree(gitDir, tree, CONFIG_FILE);
  return { base: { commit, tree, branch }, config: orMisuse(() => parseConfig(text)) };
}
