/**
 * Reads what a worker changed in a working copy, and checks it before it becomes a blob: size, link targets, secrets,
 * hidden characters.
 */
import type { Listing } from "#adapters/git/objects/listing.ts";
import type { ObjectStore } from "#adapters/git/objects/object-store.ts";
import { contentObjection } from "#adapters/git/objects/tree-objections.ts";
import type { FolderEntry, Host } from "#adapters/sandbox/host/sandbox.ts";
import type { Refusal } from "#core/analysis/changes/tree-review.ts";
import { blobId } from "./difference.ts";

/** A change that has passed all checks, with its bytes. */
export interface CheckedContent {
  readonly path: string;
  readonly mode: string;
  readonly sha: string;
  readonly bytes: Buffer;
}

export interface CheckedContents {
  readonly taken: readonly CheckedContent[];
  readonly refused: readonly Refusal[];
}

export interface ContentSource {
  readonly store: ObjectStore;
  readonly host: Host;
  readonly listing: Listing;
}

/** Reads the entries one by one. The driver computes each id from the bytes; the host's own claim does not count. */
export async function readContents(source: ContentSource, entries: readonly FolderEntry[]): Promise<CheckedContents> {
  const taken: CheckedContent[] = [];
  const refused: Refusal[] = [];
  for (const entry of entries) {
    const bytes = await source.host.bytes(entry.path);
    const reason = await objection(source, entry, bytes);
    if (reason !== null) refused.push({ path: entry.path, reason });
    else taken.push({ path: entry.path, mode: entry.mode, sha: blobId(bytes), bytes });
  }
  return { taken, refused };
}

async function objection(source: ContentSource, entry: FolderEntry, bytes: Buffer): Promise<string | null> {
  if (bytes.length !== entry.size || blobId(bytes) !== entry.sha) return "it changed while it was read";
  return contentObjection(source.store, source.listing.files.get(entry.path), entry, bytes);
}
