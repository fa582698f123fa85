/** Where branches point, and taking one away. A branch is moved by the journal alone (adapters/file-journal/branch). */
import { tmpdir } from "node:os";
import { gitAt, objectId } from "./git-command.ts";

/** The commit of a branch; null when there is no such branch. Throws `Failure("git")`. */
export async function branchHead(gitDir: string, branch: string): Promise<string | null> {
  const { code, stdout } = await gitAt(gitDir, tmpdir())(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`], { answers: [0, 1] });
  return code === 0 ? objectId(stdout.toString("latin1").trim()) : null;
}

export async function hasBranch(gitDir: string, branch: string): Promise<boolean> {
  return (await branchHead(gitDir, branch)) !== null;
}

/**
 * Takes a branch away where it still points at `commit` and no worktree has it checked out; `moved` where either is not so, and it stays.
 * `gone` also where there is none. Idempotent. Throws `Failure("git")`.
 */
export async function removeBranch(gitDir: string, branch: string, commit: string): Promise<"gone" | "moved"> {
  const git = gitAt(gitDir, tmpdir());
  const head = await branchHead(gitDir, branch);
  if (head === null) return "gone";
  const { stdout } = await git(["for-each-ref", "--format=%(worktreepath)", `refs/heads/${branch}`]);
  if (head !== commit || stdout.toString().trim() !== "") return "moved";
  await git(["update-ref", "-d", `refs/heads/${branch}`, objectId(commit)]);
  return "gone";
}
