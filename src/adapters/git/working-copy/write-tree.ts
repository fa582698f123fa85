/** Writes contents and trees into the store of objects. */
import type { ObjectStore } from "#adapters/git/objects/object-store.ts";
import { FOLDER, type TreeEntries, type TreeEntry } from "#adapters/git/objects/tree-entries.ts";
import { Failure } from "#ports/failure.ts";
import type { CheckedContent } from "./contents.ts";

/** Contents that are written at the same time. */
const ABREAST = 64;

/** A path of the new tree; `sha: null` removes it. */
export interface Leaf {
  readonly path: string;
  readonly mode: string;
  readonly sha: string | null;
}

/** Removes a path. */
export function goneLeaf(path: string): Leaf {
  return { path, mode: "0", sha: null };
}

/**
 * The tree `base` without the paths that are gone, and with these contents, which are stored unfiltered. Throws
 * `Failure("git")`, also when git computes another id than we did.
 */
export async function writeChanges(
  store: ObjectStore,
  base: string,
  gone: readonly string[],
  contents: readonly CheckedContent[],
): Promise<string> {
  await writeBlobs(store, contents);
  return writeTree(store, base, [...gone.map(goneLeaf), ...contents]);
}

async function writeBlobs(store: ObjectStore, contents: readonly CheckedContent[]): Promise<void> {
  for (let from = 0; from < contents.length; from += ABREAST) {
    const some = contents.slice(from, from + ABREAST);
    const ids = await Promise.all(some.map(({ bytes }) => store.writeBlob(bytes)));
    if (some.some(({ sha }, at) => ids[at] !== sha))
      throw new Failure("git", "git hash-object gave another id than the content has; is this a SHA-256 repository?", {
        retryable: false,
      });
  }
}

/** A leaf below a folder: its path from there, in parts. */
interface Below {
  readonly parts: readonly string[];
  readonly entry: TreeEntry | null;
}

/**
 * The tree `base` with some paths set or removed. A file that is set takes the place of a folder, and a folder with a
 * file that is set that of a file; of two leaves that cannot both be, the later one is. Throws `Failure("git")`. Same
 * input, same id.
 */
export async function writeTree(store: ObjectStore, base: string, leaves: readonly Leaf[]): Promise<string> {
  const below = leaves.map(({ path, mode, sha }) => ({
    parts: Buffer.from(path).toString("latin1").split("/"),
    entry: sha === null ? null : { mode, sha },
  }));
  return store.writeTree(await grown(store, await store.tree(base), below));
}

/** The entries of a folder with these leaves. */
async function grown(store: ObjectStore, folder: TreeEntries, leaves: readonly Below[]): Promise<TreeEntries> {
  const { entries, deeper } = placed(folder, leaves);
  for (const [name, some] of deeper) {
    const was = entries.get(name);
    const isFolder = was?.mode === FOLDER;
    // Nothing can be removed from below a file.
    if (!isFolder && some.every(({ entry }) => entry === null)) continue;
    const now = await grown(store, isFolder ? await store.tree(was.sha) : new Map(), some);
    // git knows no empty folder.
    if (now.size === 0) entries.delete(name);
    else entries.set(name, { mode: FOLDER, sha: await store.writeTree(now) });
  }
  return entries;
}

/** The entries with the leaves that lie in this folder itself, and the other leaves by the folder that they lie in. */
function placed(folder: TreeEntries, leaves: readonly Below[]) {
  const entries = new Map(folder);
  const deeper = new Map<string, Below[]>();
  for (const { parts, entry } of leaves) {
    const [name = "", ...rest] = parts;
    if (rest.length > 0) add(deeper, name, { parts: rest, entry });
    else if (entry !== null) {
      entries.set(name, entry);
      deeper.delete(name);
    } else if (entries.get(name)?.mode !== FOLDER) entries.delete(name);
  }
  return { entries, deeper };
}

function add(deeper: Map<string, Below[]>, name: string, leaf: Below): void {
  const some = deeper.get(name);
  if (some === undefined) deeper.set(name, [leaf]);
  else some.push(leaf);
}
