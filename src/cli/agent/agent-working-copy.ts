/**
 * Makes the working copy of `loopwright agent`, a copy of the worktree as it is, and applies the agent's changes to the
 * worktree.
 */
import { platform, release } from "node:os";
import type { FileAt } from "#adapters/git/objects/files-at.ts";
import type { GitWorkspace } from "#adapters/git/workspace.ts";
import type { Repository } from "#adapters/git/worktree/repository.ts";
import type { Worktree } from "#adapters/git/worktree/worktree.ts";
import { type Replacement, writeBack } from "#adapters/git/worktree/write-back.ts";
import { iso, systemClock } from "#adapters/system-clock.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import type { Config } from "#core/config/config.ts";
import { outputTail } from "#loop/context/output-tail.ts";
import { detectedIn } from "#loop/work/detected.ts";
import { conventionsIn } from "#loop/work/surroundings.ts";
import { Failure } from "#ports/failure.ts";
import type { Snapshot } from "#ports/workspace.ts";
import { environmentBlock } from "#text/prompts/environment.ts";
import { oneLine } from "#text/terminal/layout.ts";

/** The workplace of an agent: the repository, its configuration, and the copy of its worktree. */
export interface AgentWorkplace {
  readonly repository: Repository;
  readonly config: Config;
  readonly workspace: GitWorkspace;
  readonly worktree: Worktree;
  /** Of the worktree as it was when it was copied. */
  readonly tree: string;
}

/**
 * Copies the worktree and sets the copy up as a run would. Throws `Failure("sandbox")` when setup fails, `Interrupted`
 * when stopped.
 */
export async function copyWorktree(terminal: Terminal, basis: Omit<AgentWorkplace, "tree">): Promise<AgentWorkplace> {
  const { repository, config, workspace, worktree } = basis;
  const { tree, left } = await workspace.takeWorktree(worktree, repository.tree);
  for (const { path, reason } of left) terminal.note(`not shown to the agent: ${oneLine(path)} (${reason})`);
  const { setup } = await detectedIn(workspace, repository.tree, config);
  const { failed } = await workspace.setup(tree, setup, terminal.signal);
  if (failed === null) return { ...basis, tree };
  throw new Failure("sandbox", `setup fails: ${failed.command}: ${outputTail(failed.result)}`, { retryable: false });
}

/**
 * Gives the goal with the facts that an agent needs about the repository. Conventions come from the last commit: a file
 * of the worktree may come from an untrusted source.
 */
export async function agentGoalOf(
  goal: string,
  { repository, config, workspace, worktree }: AgentWorkplace,
): Promise<string> {
  const date = iso(systemClock.now()).slice(0, 10);
  const place = environmentBlock({
    platform: `${platform()} ${release()}`,
    date,
    status: worktree.status,
    log: worktree.log,
  });
  const conventions = await conventionsIn(workspace, repository.tree, config.models);
  return [place, conventions, goal].filter((part) => part !== "").join("\n\n");
}

/**
 * Writes what differs in `changed` into the worktree. Gives the paths that other processes or people changed since the
 * copy: when there are any, nothing was written. Throws `Failure("git")` and the errors of the file system.
 */
export async function applyAgentChanges(
  { workspace, worktree, tree }: AgentWorkplace,
  changed: Snapshot,
): Promise<readonly string[]> {
  const before = await filesOf(workspace, tree, changed.changes, "added");
  const after = await filesOf(workspace, changed.tree, changed.changes, "deleted");
  const replacements = changed.changes.map(
    ({ path }): Replacement => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }),
  );
  return writeBack(worktree.top, replacements);
}

async function filesOf(
  workspace: GitWorkspace,
  tree: string,
  changes: Snapshot["changes"],
  without: "added" | "deleted",
): Promise<ReadonlyMap<string, FileAt>> {
  const paths = changes.flatMap(({ path, kind }) => (kind === without ? [] : [path]));
  return new Map((await workspace.filesAt(tree, paths)).map((file) => [file.path, file]));
}
