/** Moves the work branch to a kept iteration, by compare-and-swap, and never while a person has it checked out. */
import { objectId } from "#adapters/git/command/git-command.ts";
import type { Git } from "#adapters/git/command/run-git.ts";
import type { BranchMove } from "#adapters/journal/branch-moves.ts";
import { Failure } from "#ports/failure.ts";
import type { BranchNotMoved } from "#ports/journal.ts";

/**
 * Moves all branches or none. A branch that is already where it should go stays: a crash may have come between the
 * branch and the journal. `conflict`: a branch is somewhere else. The result names a branch that is gone. Throws
 * `Failure("git")`, also for a branch that is checked out: moving it would change that worktree's HEAD. Idempotent.
 * Hooks are off.
 */
export async function moveBranches(
  git: Git,
  moves: readonly BranchMove[],
): Promise<"moved" | "conflict" | BranchNotMoved> {
  const places = await Promise.all(moves.map(async (move) => ({ move, now: await branchNow(git, move.branch) })));
  const todo = places.filter(({ move, now }) => now.commit !== move.commit);
  const inUse = todo.find(({ now }) => now.worktree !== "");
  if (inUse !== undefined) throw checkedOut(inUse.move.branch, inUse.now.worktree);
  if (todo.length === 0) return "moved";
  const gone = todo.find(({ move, now }) => now.commit === null && move.before !== null);
  if (gone !== undefined) return { reason: "branch_gone", why: `the branch ${gone.move.branch} is gone` };
  const wanted = todo.map(({ move }) => move);
  return update(git, wanted);
}

async function update(git: Git, moves: readonly BranchMove[]): Promise<"moved" | "conflict"> {
  const lines = moves.map(
    ({ branch, before, commit }) =>
      `update refs/heads/${branch}\0${objectId(commit)}\0${before === null ? ZEROS : objectId(before)}\0`,
  );
  try {
    await git(["update-ref", "-z", "--stdin"], { input: lines.join(""), env: IDENTITY });
    return "moved";
  } catch (error) {
    if (await endedAsOvertaken(git, moves)) return "conflict";
    throw error;
  }
}

/** True when every branch is where its move ends. Throws `Failure("git")`. */
export async function haveMoved(git: Git, moves: readonly BranchMove[]): Promise<boolean> {
  for (const { branch, commit } of moves) {
    if ((await branchNow(git, branch)).commit !== commit) return false;
  }
  return true;
}

/** True when another process moved a branch after `moveBranches` had looked at it. */
async function endedAsOvertaken(git: Git, moves: readonly BranchMove[]): Promise<boolean> {
  for (const { branch, before } of moves) {
    if ((await branchNow(git, branch)).commit !== before) return true;
  }
  return false;
}

async function branchNow(
  git: Git,
  branch: string,
): Promise<{ readonly commit: string | null; readonly worktree: string }> {
  const ref = `refs/heads/${branch}`;
  const { stdout } = await git(["for-each-ref", "--format=%(objectname) %(refname)%00%(worktreepath)", ref]);
  for (const line of stdout.toString().split("\n")) {
    const [name = "", worktree = ""] = line.split("\0");
    if (name.slice(41) === ref) return { commit: name.slice(0, 40), worktree };
  }
  return { commit: null, worktree: "" };
}

function checkedOut(branch: string, worktree: string): Failure {
  return new Failure(
    "git",
    `the branch ${branch} is checked out in ${worktree}; switch that worktree to another branch`,
    {
      retryable: false,
    },
  );
}

const ZEROS = "0".repeat(40);

/** For the reflog, which records the identity that moved a ref. */
const IDENTITY = { GIT_COMMITTER_NAME: "Loopwright", GIT_COMMITTER_EMAIL: "loopwright@localhost" };
