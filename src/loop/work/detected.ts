/**
 * How a tree is set up and checked: what the configuration says, and where it is silent what the tree's own files say.
 */
import type { Config } from "#core/config/config.ts";
import { DETECTED_FILES, type DetectedCommands, detectCommands, mergeDetected } from "#core/config/detect.ts";
import type { Workspace } from "#ports/workspace.ts";

/** Throws `Failure("git")`. */
export async function detectedIn(
  workspace: Pick<Workspace, "textAt">,
  tree: string,
  config: Config,
): Promise<DetectedCommands> {
  const texts = await Promise.all(
    DETECTED_FILES.map(async (path) => [path, await workspace.textAt(tree, path)] as const),
  );
  return mergeDetected(config, detectCommands(Object.fromEntries(texts) as Parameters<typeof detectCommands>[0])); // one entry for each of DETECTED_FILES
}
