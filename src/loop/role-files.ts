/** The role files of a repository, which take the place of ours (architecture 3). */
import type { RoleFile } from "#agent/roles.ts";
import type { Workspace } from "#ports/workspace.ts";

/** Read from the base tree only: nobody changes a role with the change that the role is to judge. */
const ROLES = ".github/loopwright/roles/";

/** All of them, not parsed yet. Throws `Failure("git")`. */
export async function roleFilesOf(workspace: Pick<Workspace, "paths" | "textAt">, tree: string): Promise<readonly RoleFile[]> {
  const paths = (await workspace.paths(tree)).filter((path) => path.startsWith(ROLES) && /[.]ya?ml$/.test(path));
  return Promise.all(paths.map(async (file) => ({ file, text: (await workspace.textAt(tree, file)) ?? "" })));
}
