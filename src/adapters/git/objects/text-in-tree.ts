/** Reads one file of a tree as text before a workspace exists: the configuration decides how the workspace is made. */
import { tmpdir } from "node:os";
import { gitAt, objectId } from "#adapters/git/command/git-command.ts";

/** The text of `path` in a tree, or in the tree of a commit; null when it is not there. Throws `Failure("git")`. */
export async function textInTree(gitDir: string, tree: string, path: string): Promise<string | null> {
  const git = gitAt(gitDir, tmpdir());
  const { stdout: listed } = await git(["ls-tree", "-z", objectId(tree), "--", path]);
  if (listed.length === 0) return null;
  const { stdout } = await git(["cat-file", "blob", `${objectId(tree)}:${path}`]);
  return stdout.toString();
}
