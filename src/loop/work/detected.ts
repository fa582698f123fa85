/** Reads from a tree what detection wants to know of it, and finds the commands that set it up and check it. */
import { looseYaml } from "#agent/specs/yaml-file.ts";
import type { Config } from "#core/config/config.ts";
import { filesToRead, isWorkflowPath, waysOf } from "#core/detection/detect-ways.ts";
import { configuredWays, type DetectedCommands } from "#core/detection/detected-commands.ts";
import type { RepositoryFiles } from "#core/detection/way.ts";
import type { Workspace } from "#ports/workspace.ts";

/** Of a tree: all paths, and the files that detection reads. Throws `Failure("git")`. */
export async function repositoryFiles(
  workspace: Pick<Workspace, "textAt" | "paths">,
  tree: string,
): Promise<RepositoryFiles> {
  const paths = await workspace.paths(tree);
  const read = await Promise.all(
    filesToRead(paths).map(async (path) => [path, (await workspace.textAt(tree, path)) ?? ""] as const),
  );
  return {
    paths,
    texts: new Map(read.filter(([path]) => !isWorkflowPath(path))),
    workflows: new Map(read.filter(([path]) => isWorkflowPath(path)).map(([path, text]) => [path, looseYaml(text)])),
  };
}

/** The commands of the configuration, and where it names none, those of the likeliest way. Throws `Failure("git")`. */
export async function detectedIn(
  workspace: Pick<Workspace, "textAt" | "paths">,
  tree: string,
  config: Config,
): Promise<DetectedCommands> {
  const [likeliest] = await candidatesIn(workspace, tree, config);
  return likeliest;
}

/** All ways under the configuration, the likeliest first; never empty. Throws `Failure("git")`. */
export async function candidatesIn(
  workspace: Pick<Workspace, "textAt" | "paths">,
  tree: string,
  config: Config,
): Promise<ReturnType<typeof configuredWays>> {
  return configuredWays(config, waysOf(await repositoryFiles(workspace, tree)));
}
