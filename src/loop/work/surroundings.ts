/**
 * Collects what agents are told of the repository around their task: its conventions, and a map for whoever changes
 * files.
 */
import type { Config } from "#core/config/config.ts";
import { issueText } from "#core/plan/issue.ts";
import { relevantPaths } from "#core/planning/relevant-files.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import type { Workspace } from "#ports/workspace.ts";
import { conventionPaths, conventionsBlock } from "#text/prompts/conventions.ts";
import { readmeIn, repositoryMap } from "#text/prompts/repository-map.ts";

/**
 * The blocks that follow a goal; "" where there are none. The files are those of the work so far; README and
 * conventions are the base's, because what the work wrote tells nobody anything. Throws `Failure("git")`.
 */
export async function surroundingsOf(run: Run, workspace: Pick<Workspace, "paths" | "textAt">): Promise<string> {
  const { base, config, progress, issue } = run;
  const paths = await workspace.paths(progress.tree ?? base.tree);
  const readme = readmeIn(await workspace.paths(base.tree));
  const map = repositoryMap({
    paths,
    relevant: relevantPaths(issueText(issue), paths),
    checks: planOf(run).checks,
    readme: readme === null ? null : await workspace.textAt(base.tree, readme),
  });
  const conventions = await conventionsIn(workspace, base.tree, config.models);
  return [map, conventions].filter((one) => one !== "").join("\n\n");
}

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
