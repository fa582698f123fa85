/** Reads the files by which a repository replaces our roles and agents. */
import type { SpecFile } from "#agent/specs/spec-files.ts";
import type { Workspace } from "#ports/workspace.ts";

/** Read from the base tree only: a change cannot alter the role that judges it. */
const ROLES = ".github/loopwright/roles/";
const AGENTS = ".github/loopwright/agents/";

/** Reads the role files, without parsing them. Throws `Failure("git")`. */
export function roleFilesOf(
  workspace: Pick<Workspace, "paths" | "textAt">,
  tree: string,
): Promise<readonly SpecFile[]> {
  return filesBelow(ROLES, workspace, tree);
}

/** Reads the agent files, without parsing them. Throws `Failure("git")`. */
export function agentFilesOf(
  workspace: Pick<Workspace, "paths" | "textAt">,
  tree: string,
): Promise<readonly SpecFile[]> {
  return filesBelow(AGENTS, workspace, tree);
}

async function filesBelow(
  folder: string,
  workspace: Pick<Workspace, "paths" | "textAt">,
  tree: string,
): Promise<readonly SpecFile[]> {
  const paths = (await workspace.paths(tree)).filter((path) => path.startsWith(folder) && /[.]ya?ml$/.test(path));
  return Promise.all(paths.map(async (file) => ({ file, text: (await workspace.textAt(tree, file)) ?? "" })));
}
