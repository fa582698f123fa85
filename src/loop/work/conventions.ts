/** The conventions of a repository for those who work in it, out of the base tree alone (S3.58, C3.21). */
import type { Config } from "#core/config/config.ts";
import type { Workspace } from "#ports/workspace.ts";
import { conventionPaths, conventionsBlock } from "#text/prompts/conventions.ts";

/** As many files are read at most; 32 KB are shown anyway. */
const MOST = 50;

/** The block for a prompt; empty where the tree has no such file. Throws `Failure("git")`. */
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
