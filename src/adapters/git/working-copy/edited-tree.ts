/** Makes trees of others by what is known of their files: no working copy is opened, and nothing is read back. */
import type { Listing, Listings, TreeFile } from "#adapters/git/objects/listing.ts";
import type { ObjectStore } from "#adapters/git/objects/object-store.ts";
import type { FileEdit } from "#core/analysis/changes/file-edit.ts";
import { brokenPath } from "#core/analysis/changes/tree-names.ts";
import { Failure } from "#ports/failure.ts";
import type { CheckedContent } from "./contents.ts";
import { blobId } from "./difference.ts";
import { goneLeaf, type Leaf, writeChanges, writeTree } from "./write-tree.ts";

/**
 * As `Workspace.edited`. A file that is there stays executable if it was; one that is new, or was a link, is not.
 * Throws `Failure("git")`, also for a path that no tree can hold.
 */
export async function editedTree(
  { store, listed }: { readonly store: ObjectStore; readonly listed: Listings },
  tree: string,
  edits: readonly FileEdit[],
): Promise<string> {
  if (edits.length === 0) return tree;
  for (const { path } of edits) {
    const why = brokenPath(path);
    if (why !== null) throw new Failure("git", `${JSON.stringify(path)} is in no tree: ${why}`, { retryable: false });
  }
  const before = await listed.of(tree);
  const { files } = before;
  const gone = edits.filter(({ text }) => text === null).map(({ path }) => path);
  const written = edits.flatMap(({ path, text }) => {
    if (text === null) return [];
    const bytes = Buffer.from(text);
    return [{ path, mode: files.get(path)?.mode === "100755" ? "100755" : "100644", sha: blobId(bytes), bytes }];
  });
  const made = await writeChanges(store, tree, gone, written);
  // Where files stay where they are, all of the new tree is known.
  if (gone.length === 0 && written.every(({ path }) => files.has(path)))
    listed.learn(made, withContents(before, written));
  return made;
}

function withContents({ files, skipped }: Listing, written: readonly CheckedContent[]): Listing {
  const now = written.map(({ path, mode, sha, bytes }): [string, TreeFile] => [
    path,
    { path, mode: mode === "100755" ? mode : "100644", sha, size: bytes.length },
  ]);
  return { files: new Map([...files, ...now]), skipped };
}

/** As `Workspace.restore`. Throws `Failure("git")`. */
export async function restoredTree(
  { store, listing }: { readonly store: ObjectStore; readonly listing: (tree: string) => Promise<Listing> },
  [head, base]: readonly [string, string],
  paths: readonly string[],
): Promise<string> {
  const leaves = differing(await listing(head), await listing(base), paths);
  return leaves.length === 0 ? head : writeTree(store, head, leaves);
}

/** The named paths that differ in `head`, as `base` has them. Those that are gone come first: one may make room. */
function differing(head: Listing, base: Listing, paths: readonly string[]): readonly Leaf[] {
  const named = new Set(paths);
  const gone = [...named].filter((path) => head.files.has(path) && !base.files.has(path));
  const back = [...base.files.values()].filter((file) => {
    const now = head.files.get(file.path);
    return named.has(file.path) && (now?.sha !== file.sha || now.mode !== file.mode);
  });
  return [...gone.map(goneLeaf), ...back];
}
