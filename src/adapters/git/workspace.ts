/**
 * The port `Workspace` over a user's own git repository: it reads and adds objects; the worktree, index and HEAD stay
 * untouched.
 */
import { gitAt, startGitAt } from "#adapters/git/command/git-command.ts";
import { keepingAnswers } from "#adapters/git/command/kept-answers.ts";
import type { Git, GitProcess } from "#adapters/git/command/run-git.ts";
import { type CommitAuthor, mergesOf, treeOfCommit, writeCommit } from "#adapters/git/objects/commits.ts";
import { type Listings, listings } from "#adapters/git/objects/listing.ts";
import { type ObjectStore, objectStore } from "#adapters/git/objects/object-store.ts";
import { editedTree, restoredTree } from "#adapters/git/working-copy/edited-tree.ts";
import { type TempFolders, tempFolders } from "#adapters/git/working-copy/folders.ts";
import { setupRunner } from "#adapters/git/working-copy/setup.ts";
import { takeSnapshot } from "#adapters/git/working-copy/snapshot.ts";
import { type OpenedWorkingCopy, openWorkingCopy } from "#adapters/git/working-copy/working-copy.ts";
import { captureWorktree, type WorktreeCapture } from "#adapters/git/worktree/capture-worktree.ts";
import type { Worktree } from "#adapters/git/worktree/worktree.ts";
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import type { SetupNetwork } from "#core/config/registries.ts";
import type { Log } from "#ports/log.ts";
import type { OpenOptions, WorkingCopy, Workspace } from "#ports/workspace.ts";
import { readsOf, type TreeReads } from "./tree-reads.ts";

export interface GitWorkspaceOptions {
  /**
   * Absolute path of the repository's git folder (`git rev-parse --absolute-git-dir`). Only objects are written to it.
   */
  readonly gitDir: string;
  readonly sandbox: Sandbox;
  /** The network that setup commands may reach. */
  readonly setupNetwork: SetupNetwork;
  /** Absolute path of a folder for copies; created when missing. */
  readonly temp: string;
  readonly author: CommitAuthor;
  /** Gets the paths that are never written into a working copy: submodules, names that are not UTF-8. */
  readonly log: Log;
}

/** What all workspaces over one repository have in common: what is known of its objects, too. */
interface Shared extends GitWorkspaceOptions {
  readonly git: Git;
  readonly store: ObjectStore;
  readonly listed: Listings;
}

export interface GitWorkspace extends Workspace, TreeReads {
  fresh(): GitWorkspace;
  /**
   * The tree of a worktree as it is now; `base` is the tree of its HEAD. Throws `Failure("git")` and errors of the file
   * system.
   */
  takeWorktree(worktree: Worktree, base: string): Promise<WorktreeCapture>;
  /** Closes all working copies and removes every folder made below `temp`. Idempotent. */
  dispose(): Promise<void>;
}

/** A workspace. Needs git 2.38 or later on the PATH. */
export function gitWorkspace(options: GitWorkspaceOptions): GitWorkspace {
  const temporary = tempFolders(options.temp);
  const empty = onceIn(temporary, "empty");
  const git = keepingAnswers(async (args, more) => gitAt(options.gitDir, await empty())(args, more));
  const start = async (args: readonly string[]): Promise<GitProcess> => startGitAt(options.gitDir, await empty(), args);
  const store = objectStore(start, onceIn(temporary, "contents"));
  const workspace = workspaceOver({ ...options, git, store, listed: listings(git) }, temporary);
  return { ...workspace, dispose: () => store.close().then(workspace.dispose) };
}

/** A workspace with folders of its own, over git that others may ask as well: what it knows of objects serves all. */
function workspaceOver(shared: Shared, temporary: TempFolders): GitWorkspace {
  const { git, store, listed, sandbox, setupNetwork, temp, author, log } = shared;
  const listing = listed.of;
  const prepared = setupRunner({ git, sandbox, folders: temporary, listing, network: setupNetwork });
  const workingCopies = new Map<WorkingCopy, OpenedWorkingCopy>();
  const children: GitWorkspace[] = [];

  async function open(tree: string, { git: isRepository, shared = false }: OpenOptions): Promise<WorkingCopy> {
    const found = await listing(tree);
    for (const { path, reason } of found.skipped)
      log.warn(`left out of the working copy: ${JSON.stringify(path)} (${reason})`);
    const products = prepared.products();
    const isShared = shared && products !== null && (await sandbox.canUnderlay(temp));
    const base = { tree, listing: found, products, git: isRepository, shared: isShared };
    const opened = await openWorkingCopy({ git, sandbox, folders: temporary }, base);
    const workingCopy = {
      toolAccess: opened.workingCopy.toolAccess,
      close: () => opened.workingCopy.close().finally(() => workingCopies.delete(workingCopy)),
    };
    workingCopies.set(workingCopy, opened);
    return workingCopy;
  }

  return {
    sandbox: sandbox.kind,
    open,
    setup: prepared.run,
    snapshot(workingCopy, options) {
      const opened = workingCopies.get(workingCopy);
      if (opened === undefined) throw new Error("bug: snapshot of a working copy that is closed or another's");
      return takeSnapshot(store, opened, options);
    },
    treeOf: (commit) => treeOfCommit(git, commit),
    ...readsOf(git, store, listing),
    takeWorktree: async (worktree, base) => captureWorktree({ store, listing: await listing(base), base }, worktree),
    fresh() {
      const workspace = workspaceOver(shared, tempFolders(temp));
      children.push(workspace);
      return workspace;
    },
    edited: (tree, edits) => editedTree({ store, listed }, tree, edits),
    restore: (head, base, paths) => restoredTree({ store, listing }, [head, base], paths),
    commit: (commit) => writeCommit(git, author, commit),
    ...mergesOf(git),
    async dispose() {
      await Promise.all([...workingCopies.keys()].map((workingCopy) => workingCopy.close()));
      await Promise.all(children.map((child) => child.dispose()));
      await temporary.dispose();
    },
  };
}

/** A folder that the first call creates. */
function onceIn(temporary: TempFolders, name: string): () => Promise<string> {
  let folder: Promise<string> | null = null;
  return () => {
    folder ??= temporary.create(name);
    return folder;
  };
}
