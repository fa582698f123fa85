/** Compares two trees, as a list and as a patch; no external diff and no conversion runs. */
import { objectId } from "#adapters/git/command/git-command.ts";
import type { Git } from "#adapters/git/command/run-git.ts";
import type { ChangedPath } from "#core/analysis/changes/changed-path.ts";
import { byPath } from "#core/analysis/changes/tree-names.ts";
import { Failure } from "#ports/failure.ts";
import { nulEndedFields } from "./listing.ts";

/** As `Workspace.changes`. Renames are a deletion and an addition. Throws `Failure("git")`. */
export async function changesBetween(git: Git, a: string, b: string): Promise<readonly ChangedPath[]> {
  const args = ["diff-tree", "-r", "-z", "--no-renames", "--name-status", objectId(a), objectId(b)];
  const { stdout } = await git(args, { lasting: true });
  const parts = nulEndedFields(stdout).map((part) => part.toString());
  const changes: ChangedPath[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    changes.push({ path: parts[index + 1] ?? "", kind: kindOf(parts[index] ?? "") });
  }
  return changes.sort(byPath);
}

/** git's letters: added, deleted, modified, and T where a file became a link or the reverse. */
function kindOf(letter: string): ChangedPath["kind"] {
  if (letter === "A") return "added";
  if (letter === "D") return "deleted";
  if (letter === "M" || letter === "T") return "modified";
  throw new Failure("git", `git diff-tree: the unknown kind of change ${JSON.stringify(letter)}`, {
    retryable: false,
  });
}

/** As `Workspace.patch`. Reads no more of git's output than it can need. Throws `Failure("git")`. */
export async function patchBetween(git: Git, trees: readonly [string, string], limit: number): Promise<string> {
  const [a, b] = trees;
  const flags = [
    "-p",
    "-r",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--src-prefix=a/",
    "--dst-prefix=b/",
  ];
  // A character of UTF-8 has at most four bytes.
  const cut = Math.max(1, limit * 4);
  const { stdout } = await git(["diff-tree", ...flags, objectId(a), objectId(b)], { cut, lasting: true });
  return stdout.toString().slice(0, limit);
}
