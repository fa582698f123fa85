/** Finds what the setup commands added to the base tree, and takes it apart from the tree. */
import type { Dirent } from "node:fs";
import { mkdir, readdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Listing } from "#adapters/git/objects/listing.ts";
import { foldersOf } from "#core/analysis/changes/tree-names.ts";
import { Failure } from "#ports/failure.ts";

/**
 * `folder` holds nothing else. `added`: the topmost paths that are not in the tree, which are copied whole. `files`:
 * every file and link in them.
 */
export interface SetupProducts {
  readonly folder: string;
  readonly added: readonly string[];
  readonly files: ReadonlySet<string>;
}

/**
 * Compares a folder in which setup ran with the tree that it was made from, and moves what is new to the empty folder
 * `to`; `.git` does not count.
 */
export async function takeProducts(folder: string, listing: Listing, to: string): Promise<SetupProducts> {
  const known = new Set([...listing.files.values()].flatMap(({ path }) => [path, ...foldersOf(path)]));
  const added: string[] = [];
  const files = new Set<string>();
  for await (const { path, parent, isFolder } of walk(folder, "")) {
    if (known.has(path)) continue;
    if (parent === "" || known.has(parent)) added.push(path);
    if (!isFolder) files.add(path);
  }
  for (const path of added) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await rename(join(folder, path), join(to, path));
  }
  return { folder: to, added, files };
}

interface WalkedEntry {
  readonly path: string;
  readonly parent: string;
  readonly isFolder: boolean;
}

async function* walk(folder: string, parent: string): AsyncGenerator<WalkedEntry> {
  for (const entry of await entriesOf(join(folder, parent))) {
    const path = parent === "" ? entry.name : `${parent}/${entry.name}`;
    // A name that is not UTF-8 cannot be named again; inside a folder that is copied whole it is copied too.
    if (path === ".git" || entry.name.includes("\uFFFD")) continue;
    const isFolder = entry.isDirectory();
    yield { path, parent, isFolder };
    if (isFolder) yield* walk(folder, path);
  }
}

export async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    throw new Failure(
      "sandbox",
      `setup left a folder that cannot be read: ${folder}; let the setup commands make it readable`,
      {
        retryable: false,
        cause,
      },
    );
  }
}
