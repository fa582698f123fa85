/**
 * Trees, commits and working copies. A tree or commit is named by its git SHA-1; nothing here moves a ref (that is the
 * journal's).
 */
import type { ChangedPath } from "#core/analysis/changes/changed-path.ts";
import type { FileEdit } from "#core/analysis/changes/file-edit.ts";
import type { FileWeight } from "#core/analysis/changes/oversize.ts";
import type { Outline } from "#core/analysis/source/test-outline.ts";
import type { FaultSpot } from "#core/analysis/test-guard/fault-spot.ts";
import type { TreeBlobs } from "#core/plan/memory.ts";
import type { ExecResult, ToolAccess } from "./tool-access.ts";

/** A folder with the files of one tree and what `setup` added. Thrown away by `close`, which is idempotent. */
export interface WorkingCopy {
  readonly toolAccess: ToolAccess;
  close(): Promise<void>;
}

export interface SetupResult {
  readonly ok: boolean;
  /** The command that failed, with what it printed; null when all went well. */
  readonly failed: { readonly command: string; readonly result: ExecResult } | null;
  /** The sandbox that the commands ran in; the workspace knows. */
  readonly sandbox: Workspace["sandbox"];
  /** Hosts that were asked for and refused, each once, at most 20. */
  readonly blocked: readonly BlockedHost[];
}

/** A host that a setup command asked for and may not reach, as it was written. */
export interface BlockedHost {
  readonly command: string;
  readonly host: string;
}

/** Globs: of the paths that must not change, and of the only paths that may; null or absent: the rest is free. */
export interface SnapshotOptions {
  readonly protected: readonly string[];
  readonly allowed?: readonly string[] | null;
}

/** The content of a working copy now, compared with the tree that it was opened with. */
export interface Snapshot {
  readonly tree: string;
  readonly changes: readonly ChangedPath[];
  /**
   * Paths that were left out, each with the reason: protected, a symbolic link that leaves the tree, an invisible
   * character …
   */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

export type MergeResult =
  | { readonly kind: "merged"; readonly tree: string }
  | { readonly kind: "conflict"; readonly paths: readonly string[] };

/** What both sides began with, and what each made of it. */
export interface MergedTrees {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * `git`: with a throw-away repository with one commit, which the worker may ruin. `shared`: what setup added is shared
 * with other working copies where the machine can; only commands see it then, one at a time, and what they change of it
 * is their working copy's own.
 */
export interface OpenOptions {
  readonly git: boolean;
  readonly shared?: boolean;
}

/**
 * All methods throw `Failure("git")` or `Failure("sandbox")` when the outside does not work, `Interrupted` when
 * aborted.
 */
export interface Workspace {
  /** The sandbox that commands in its working copies run in; `none`: they run without one, or none runs here at all. */
  readonly sandbox: "bubblewrap" | "none";
  /**
   * Runs the setup commands on a copy of this tree, with a way out to the hosts of the configuration and without
   * secrets, once per commands and process; later calls with the same commands give the first result. Every working
   * copy opened afterwards holds what they added.
   */
  setup(tree: string, commands: readonly string[], signal: AbortSignal): Promise<SetupResult>;
  /** A workspace that has set nothing up yet: the fresh checkout of QA. It shares the store of objects. */
  fresh(): Workspace;
  /** A fresh working copy of a tree. */
  open(tree: string, options: OpenOptions): Promise<WorkingCopy>;
  /**
   * Reads the working copy back through the host in its sandbox, checks names, modes, sizes and paths, and writes the
   * tree.
   */
  snapshot(workingCopy: WorkingCopy, options: SnapshotOptions): Promise<Snapshot>;
  /** The tree of a commit. */
  treeOf(commit: string): Promise<string>;
  /** The paths that differ from tree `a` to tree `b`, in path order. */
  changes(a: string, b: string): Promise<readonly ChangedPath[]>;
  /**
   * What a snapshot would have refused of the changes from tree `a` to tree `b`, each path once with the reason, in
   * path order: the same review for a tree that somebody else has made.
   */
  objections(a: string, b: string, options: SnapshotOptions): Promise<Snapshot["refused"]>;
  /** The files that differ, as `b` has them: how large they are, and how long their lines. */
  weights(a: string, b: string): Promise<readonly FileWeight[]>;
  /** The same as a unified diff, cut at `limit` characters. */
  patch(a: string, b: string, limit: number): Promise<string>;
  /** The text of a file in a tree; null when it is not there or is binary. */
  textAt(tree: string, path: string): Promise<string | null>;
  /**
   * The outline of a file of tests in a tree; null where `textAt` is, for a file that is no JavaScript or TypeScript,
   * and for one that cannot be parsed.
   */
  outlineAt(tree: string, path: string): Promise<Outline | null>;
  /**
   * Where in a file of a tree a fault can be planted, in the order of its lines; none where `textAt` is null, for a
   * language without a grammar (src/adapters/syntax), and for a file of more than 512 KiB.
   */
  faultSpotsAt(tree: string, path: string): Promise<readonly FaultSpot[]>;
  /** All paths of a tree. */
  paths(tree: string): Promise<readonly string[]>;
  /** The git name of each file's content in a tree: two files with the same name hold the same. */
  blobs(tree: string): Promise<TreeBlobs>;
  /** The tree with these files changed; a new file is not executable. Nothing is reviewed: see `objections`. */
  edited(tree: string, edits: readonly FileEdit[]): Promise<string>;
  /** `head` with these paths as `base` has them: its files are put back, and what it does not have is gone. */
  restore(head: string, base: string, paths: readonly string[]): Promise<string>;
  /** A commit object; no ref moves. The same arguments and time give the same SHA. */
  commit(commit: {
    readonly tree: string;
    readonly parent: string;
    readonly message: string;
    readonly at: number;
  }): Promise<string>;
  /** Merges two commits without touching any ref or worktree. */
  merge(head: string, base: string): Promise<MergeResult>;
  /** Merges two trees that were made of the same one, as `merge` does; nothing leaves this machine. */
  mergeTrees(trees: MergedTrees): Promise<MergeResult>;
}
