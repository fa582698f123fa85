/** Reads the conventions of a repository for its agents, from the base tree alone. */
import type { Config } from "#core/config/config.ts";
import type { Workspace } from "#ports/workspace.ts";
import { conventionPaths, conventionsBlock } from "#text/prompts/conventions.ts";

/** The most files that are read; the prompt shows 32 KB of them at most. */
const MOST = 50;

/** Gives the block for a prompt; empty where the tree has no such file. Throws `Failure("git")`. */
export async function conventionsIn(
  workspace: Pick<Workspace, "paths" | "textAt">,
  tree: string,
  models: Config["models"],
): Promise<string> {
  const claude = Object.values(models).some((id) => id.startsWith("claude"));
  const paths = conventionPaths(await workspace.paths(tree), claude).slice(0, MOST);
  return conventionsBlock(
    await Promise.all(paths.map(async (path) => ({ path, text: (await workspace.textAt(tree, path)) ?? "" }))),
  );
}
