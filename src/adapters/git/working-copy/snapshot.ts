/**
 * Reads a working copy back through its host, and writes the accepted changes as a tree. git never reads the folder
 * itself.
 */
import type { ObjectStore } from "#adapters/git/objects/object-store.ts";
import type { ChangedPath } from "#core/analysis/changes/changed-path.ts";
import { byPath } from "#core/analysis/changes/tree-names.ts";
import { reviewChanges } from "#core/analysis/changes/tree-review.ts";
import { Failure } from "#ports/failure.ts";
import { Refused } from "#ports/tool-access.ts";
import type { Snapshot, SnapshotOptions } from "#ports/workspace.ts";
import { readContents } from "./contents.ts";
import { findDifference } from "./difference.ts";
import type { OpenedWorkingCopy } from "./working-copy.ts";
import { writeChanges } from "./write-tree.ts";

/**
 * As `Workspace.snapshot`: a refused path keeps its version from the tree that the working copy was opened from. Throws
 * `Failure("sandbox")` where the folder cannot be read back at all: too many files, or more than can be read in time.
 */
export async function takeSnapshot(
  store: ObjectStore,
  open: OpenedWorkingCopy,
  options: SnapshotOptions,
): Promise<Snapshot> {
  try {
    return await readBack(store, open, options);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Failure("sandbox", `what the worker left cannot be read back: ${error.message}`, {
      retryable: true,
      cause: error,
    });
  }
}

async function readBack(store: ObjectStore, open: OpenedWorkingCopy, options: SnapshotOptions): Promise<Snapshot> {
  const { host, base } = open;
  const { listing, tree } = base;
  const reviewed = reviewChanges(await findDifference(host, base), listing, options);
  const contents = await readContents({ store, host, listing }, reviewed.written);
  const refused = [...reviewed.refused, ...contents.refused].sort(byPath);
  const { gone } = reviewed;
  const changes: readonly ChangedPath[] = [
    ...gone.map((path) => ({ path, kind: "deleted" }) as const),
    ...contents.taken.map(({ path }) => ({ path, kind: listing.files.has(path) ? "modified" : "added" }) as const),
  ].sort(byPath);
  if (changes.length === 0) return { tree, changes, refused };
  return { tree: await writeChanges(store, tree, gone, contents.taken), changes, refused };
}
