/**
 * Finds the commands that set a tree up and check it: those of the configuration, and where it names none, those that
 * the tree's own files suggest.
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
  // One entry for each of DETECTED_FILES.
  return mergeDetected(config, detectCommands(Object.fromEntries(texts) as Parameters<typeof detectCommands>[0]));
}
