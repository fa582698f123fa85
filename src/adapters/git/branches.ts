/** Where branches point. Reads only: a branch is moved by the journal (adapters/file-journal/branch). */
import { tmpdir } from "node:os";
import { gitAt, objectId } from "./run.ts";

/** The commit of a branch; null when there is no such branch. Throws `Failure("git")`. */
export async function branchHead(gitDir: string, branch: string): Promise<string | null> {
  const { code, stdout } = await gitAt(gitDir, tmpdir())(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`], { answers: [0, 1] });
  return code === 0 ? objectId(stdout.toString("latin1").trim()) : null;
}

export async function hasBranch(gitDir: string, branch: string): Promise<boolean> {
  return (await branchHead(gitDir, branch)) !== null;
}
