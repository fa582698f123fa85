/** Reviews the changes from one tree to another as a snapshot reviews a worker's folder; nothing is written. */
import type { Git } from "#adapters/git/command/run-git.ts";
import type { ChangedPath } from "#core/analysis/changes/changed-path.ts";
import { byPath } from "#core/analysis/changes/tree-names.ts";
import {
  type ChangeBounds,
  forbiddenContent,
  type OfferedFile,
  type Refusal,
  reviewChanges,
} from "#core/analysis/changes/tree-review.ts";
import { decodedBlob, readBlobs } from "./blobs.ts";
import { changesBetween } from "./compare.ts";
import type { Listing, TreeFile } from "./listing.ts";
import type { ObjectStore } from "./object-store.ts";

/** A tree with its listing. */
export interface ListedTree {
  readonly id: string;
  readonly listing: Listing;
}

/** As `Workspace.objections`. Throws `Failure("git")`. */
export async function objectionsBetween(
  needs: { readonly git: Git; readonly store: ObjectStore },
  [before, after]: readonly [ListedTree, ListedTree],
  bounds: ChangeBounds,
): Promise<readonly Refusal[]> {
  const [old, now] = [before.listing, after.listing];
  const changes = await changesBetween(needs.git, before.id, after.id);
  const written = changes.flatMap(({ path }) => [now.files.get(path)].filter((file) => file !== undefined));
  const gone = changes.flatMap(({ path, kind }) => (kind === "deleted" ? [path] : []));
  const reviewed = reviewChanges({ written, gone }, old, bounds);
  const all = [
    ...(await inContents(needs, reviewed.written, old)),
    ...noFiles(changes, [now, old]),
    ...reviewed.refused,
  ];
  return [...new Map(all.map((one) => [one.path, one])).values()].sort(byPath);
}

async function inContents(
  { git, store }: { readonly git: Git; readonly store: ObjectStore },
  written: readonly TreeFile[],
  { files }: Listing,
): Promise<readonly Refusal[]> {
  const found: Refusal[] = [];
  for await (const round of readBlobs(git, written))
    for (const [file, bytes] of round) {
      const reason = await contentObjection(store, files.get(file.path), file, bytes);
      if (reason !== null) found.push({ path: file.path, reason });
    }
  return found;
}

/**
 * The reason why a content may not stand in a file; null when it may. `base`: the file in the tree that it is compared
 * with, if there is one. Throws `Failure("git")`.
 */
export async function contentObjection(
  store: Pick<ObjectStore, "blob">,
  base: TreeFile | undefined,
  { path, mode }: Pick<OfferedFile, "path" | "mode">,
  bytes: Buffer,
): Promise<string | null> {
  const isFile = base !== undefined && base.mode !== "120000";
  const before = isFile ? decodedBlob(await store.blob(base.sha)) : null;
  return forbiddenContent({ path, mode, before, after: decodedBlob(bytes) });
}

/** What no worker could have written or removed: submodules, names that are no text, entries that are there twice. */
function noFiles(changes: readonly ChangedPath[], sides: readonly Listing[]): readonly Refusal[] {
  const skipped = new Map(sides.flatMap((side) => side.skipped.map(({ path, reason }) => [path, reason] as const)));
  return changes.flatMap(({ path }) => {
    const reason = skipped.get(path);
    return reason === undefined ? [] : [{ path, reason: `no run can change it: ${reason}` }];
  });
}
