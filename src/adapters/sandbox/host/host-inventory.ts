/** Lists a folder with git's ids of the contents, so that the driver reads only what changed. */
import { createHash } from "node:crypto";
import { lstatSync, readlinkSync, readSync } from "node:fs";
import { join } from "node:path";
import { withFile } from "./host-files.ts";
import { type WalkedPath, walkFolder } from "./host-walk.ts";
import { BYTES_LIMIT } from "./protocol.ts";
import type { FolderEntry } from "./sandbox.ts";

const CHUNK = Buffer.alloc(1024 ** 2);

/** https://git-scm.com/book/en/v2/Git-Internals-Git-Objects: SHA-1 over `blob <size>\0` and the content. */
function blobSha(size: number, chunks: Iterable<Uint8Array>): string {
  const hash = createHash("sha1").update(`blob ${size}\0`);
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

function* chunksOf(descriptor: number): Iterable<Uint8Array> {
  for (let count = readSync(descriptor, CHUNK); count > 0; count = readSync(descriptor, CHUNK))
    yield CHUNK.subarray(0, count);
}

function entryOf(root: string, { path, kind }: WalkedPath): FolderEntry {
  const full = join(root, path);
  // A name that cannot be looked up may be longer than the system allows.
  const stats = kind === "unreadable" ? undefined : lstatSync(full, { throwIfNoEntry: false });
  if (stats === undefined) return { path, mode: "other", size: 0, sha: null };
  if (kind === "link") {
    const target = readlinkSync(full, { encoding: "buffer" });
    return { path, mode: "120000", size: target.length, sha: blobSha(target.length, [target]) };
  }
  const mode = (stats.mode & 0o100) === 0 ? "100644" : "100755";
  if (stats.size > BYTES_LIMIT) return { path, mode, size: stats.size, sha: null };
  return withFile(full, path, (descriptor, size) => ({ path, mode, size, sha: blobSha(size, chunksOf(descriptor)) }));
}

/**
 * Every path that is not ignored, in path order. Throws `Refused`, with its name, for a file without read permission.
 */
export function inventory(root: string): readonly FolderEntry[] {
  return walkFolder(root, () => true).map((found) => entryOf(root, found));
}
