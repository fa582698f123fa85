/**
 * Resolves a path in a tree that is not on disk: symbolic links are followed as a file system would, and never out of
 * the tree.
 */
import { posix } from "node:path";
import type { TreeFile } from "#adapters/git/objects/listing.ts";
import { cleanPath } from "#adapters/sandbox/host/host-path.ts";
import { foldersOf } from "#core/analysis/changes/tree-names.ts";
import { Refused } from "#ports/tool-access.ts";
import type { BlobStore } from "./blob-store.ts";
import type { TreeListing } from "./tree-listing.ts";

/** Links that are followed for one path, and the longest target of one. */
const HOPS = 20;
const TARGET = 4_000;

/** The file at the end of a path. Throws `Refused`: missing, a folder, outside, in circles. Throws `Failure("git")`. */
export async function followLinks(path: string, listing: TreeListing, blobs: BlobStore): Promise<TreeFile> {
  let clean = cleanPath(path);
  for (let hop = 0; hop < HOPS; hop += 1) {
    const file = listing.files.get(clean);
    const link = file?.mode === "120000" ? file : linkAbove(clean, listing);
    if (link === undefined) return file ?? refuse(path, clean, listing);
    clean = cleanPath(posix.join(posix.dirname(link.path), await targetOf(link, blobs), clean.slice(link.path.length)));
  }
  throw new Refused(`${JSON.stringify(path)}: its symbolic links go in circles.`);
}

function linkAbove(path: string, { files }: TreeListing): TreeFile | undefined {
  return foldersOf(path)
    .map((folder) => files.get(folder))
    .find((found) => found?.mode === "120000");
}

async function targetOf(link: TreeFile, blobs: BlobStore): Promise<string> {
  const target = link.size > TARGET ? "/" : (await blobs.read(link)).toString();
  if (target === "" || target.startsWith("/"))
    throw new Refused(`${JSON.stringify(link.path)} is a link that leads out of the repository.`);
  return target;
}

function refuse(path: string, clean: string, { folders }: TreeListing): never {
  const folder = clean === "" || folders.has(clean);
  throw new Refused(
    folder ? `${JSON.stringify(path)} is a folder.` : `${JSON.stringify(path)}: there is no such file.`,
  );
}
