/**
 * Finds what a worker changed in a working copy, by names, modes and ids; contents are read only where those differ.
 */
import { createHash } from "node:crypto";
import type { TreeFile } from "#adapters/git/objects/listing.ts";
import type { FolderEntry, Host } from "#adapters/sandbox/host/sandbox.ts";
import { foldersOf } from "#core/analysis/changes/tree-names.ts";
import { Failure } from "#ports/failure.ts";
import { Refused } from "#ports/tool-access.ts";
import type { SetupProducts } from "./products.ts";
import type { WorkingCopyBase } from "./working-copy.ts";

/** `written`: new or different. `gone`: paths of the tree that no longer exist. */
export interface Difference {
  readonly written: readonly FolderEntry[];
  readonly gone: readonly string[];
}

/**
 * Compares the host's inventory with the tree that the working copy was opened from. Files that setup added are left
 * out, even when they changed. Throws `Failure("sandbox")` when the inventory contradicts itself.
 */
export async function findDifference(host: Host, { listing, products }: WorkingCopyBase): Promise<Difference> {
  const entries = await host.inventory();
  const there = new Map(entries.map((entry) => [entry.path, entry]));
  if (there.size !== entries.length)
    throw new Failure("sandbox", "the file host listed a path twice", { retryable: false });
  const written = entries.filter((entry) => isWritten(entry, listing.files.get(entry.path), products));
  const folders = new Set(entries.flatMap(({ path }) => foldersOf(path)));
  const isReplaced = (path: string): boolean =>
    folders.has(path) || foldersOf(path).some((folder) => there.has(folder));
  const gone: string[] = [];
  for (const file of listing.files.values()) {
    if (there.has(file.path)) continue;
    const hidden = isReplaced(file.path) ? null : await hiddenEntry(host, file);
    if (hidden === null) gone.push(file.path);
    else if (hidden.sha !== file.sha) written.push(hidden);
  }
  return { written, gone };
}

function isWritten(entry: FolderEntry, base: TreeFile | undefined, products: SetupProducts | null): boolean {
  if (base === undefined) return products?.files.has(entry.path) !== true;
  return base.mode !== entry.mode || base.sha !== entry.sha;
}

/**
 * A file of the tree that the inventory leaves out because `.gitignore` names it: git still tracks it, and so do we.
 * Its mode counts as unchanged. Null when it cannot be read, which counts as deleted.
 */
async function hiddenEntry(host: Host, { path, mode }: TreeFile): Promise<FolderEntry | null> {
  try {
    const content = await host.bytes(path);
    return { path, mode, size: content.length, sha: blobId(content) };
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** git's SHA-1 of a content as a blob. Pure. */
export function blobId(content: Buffer): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}
