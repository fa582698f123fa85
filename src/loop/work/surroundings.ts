/** Collects what whoever changes files is told of the repository around the task: a map of it, and its conventions. */
import { issueText } from "#core/plan/issue.ts";
import { relevantPaths } from "#core/planning/relevant-files.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import type { Workspace } from "#ports/workspace.ts";
import { readmeIn, repositoryMap } from "#text/prompts/repository-map.ts";
import { conventionsIn } from "./conventions.ts";

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
