/** The files of a repository that take the place of our roles and agents (architecture 3, M3.02). */
import type { SpecFile } from "#agent/specs/spec-files.ts";
import type { Workspace } from "#ports/workspace.ts";

/** Read from the base tree only: nobody changes a role with the change that the role is to judge (C3.18). */
const ROLES = ".github/loopwright/roles/";
const AGENTS = ".github/loopwright/agents/";

/** The role files, not parsed yet. Throws `Failure("git")`. */
export function roleFilesOf(
  workspace: Pick<Workspace, "paths" | "textAt">,
  tree: string,
): Promise<readonly SpecFile[]> {
  return filesBelow(ROLES, workspace, tree);
}

/** The agent files, not parsed yet. Throws `Failure("git")`. */
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
