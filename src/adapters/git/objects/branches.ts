/** Reads and removes branches. Only the journal moves one (file-journal/branch.ts). */
import { tmpdir } from "node:os";
import { gitAt, objectId } from "#adapters/git/command/git-command.ts";

/** The commit of a branch; null when there is no such branch. Throws `Failure("git")`. */
export async function branchHead(gitDir: string, branch: string): Promise<string | null> {
  const { code, stdout } = await gitAt(gitDir, tmpdir())(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`], {
    answers: [0, 1],
  });
  return code === 0 ? objectId(stdout.toString("latin1").trim()) : null;
}

export async function hasBranch(gitDir: string, branch: string): Promise<boolean> {
  return (await branchHead(gitDir, branch)) !== null;
}

/**
 * Removes a branch if it still points at `commit` and no worktree has it checked out; otherwise it stays: `moved`.
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
