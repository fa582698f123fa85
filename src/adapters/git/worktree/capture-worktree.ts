/**
 * Makes a tree of a user's worktree as it is now, with uncommitted changes and new files; the worktree and its index
 * stay as they are.
 */
import type { Listing } from "#adapters/git/objects/listing.ts";
import type { ObjectStore } from "#adapters/git/objects/object-store.ts";
import type { CheckedContent } from "#adapters/git/working-copy/contents.ts";
import { blobId } from "#adapters/git/working-copy/difference.ts";
import { writeChanges } from "#adapters/git/working-copy/write-tree.ts";
import { brokenPath, strangePath } from "#core/analysis/changes/tree-names.ts";
import type { Refusal } from "#core/analysis/changes/tree-review.ts";
import { onDisk } from "./on-disk.ts";
import type { Worktree } from "./worktree.ts";

/** Bytes of a new file at most; a larger one is no source code. */
const MOST = 20 * 2 ** 20;

/** The tree, and the paths of the worktree that are not in it, each with the reason. */
export interface WorktreeCapture {
  readonly tree: string;
  readonly left: readonly Refusal[];
}

export interface CaptureBase {
  readonly store: ObjectStore;
  /** The listing of the tree `base`, from which the new one is made. */
  readonly listing: Listing;
  readonly base: string;
}

/**
 * Writes the tree. It takes the bytes as they are: no filter, no conversion of line ends, so that they can be written
 * back unchanged. Ignored and untracked files are left out. Throws `Failure("git")` and errors of the file system.
 */
export async function captureWorktree(
  { store, listing, base }: CaptureBase,
  { top, paths }: Worktree,
): Promise<WorktreeCapture> {
  const contents: CheckedContent[] = [];
  const left: Refusal[] = [];
  const there = new Set<string>();
  for (const path of paths) {
    const found = await look(top, path, listing);
    if (found === null) continue;
    there.add(path);
    if ("reason" in found) left.push(found);
    else if (isChanged(found, listing)) contents.push(found);
  }
  const gone = [...listing.files.keys()].filter((path) => !there.has(path));
  if (gone.length + contents.length === 0) return { tree: base, left };
  return { tree: await writeChanges(store, base, gone, contents), left };
}

/** Null when nothing exists there. */
async function look(top: string, path: string, listing: Listing): Promise<CheckedContent | Refusal | null> {
  const isNew = !listing.files.has(path);
  const name = brokenPath(path) ?? (isNew ? strangePath(path) : null);
  if (name !== null) return { path, reason: name };
  const found = await onDisk(top, path);
  if (found.kind === "none") return null;
  if (found.kind === "other") return { path, reason: "neither a file nor a link" };
  const { mode, bytes } = found.file;
  if (isNew && bytes.length > MOST) return { path, reason: `new and larger than ${MOST / 2 ** 20} MB` };
  return { path, mode, bytes, sha: blobId(bytes) };
}

function isChanged({ path, mode, sha }: CheckedContent, listing: Listing): boolean {
  const base = listing.files.get(path);
  return base === undefined || base.mode !== mode || base.sha !== sha;
}
