/** The part of the port `Workspace` that only reads trees: their files, and how two of them differ. */
import type { Git } from "#adapters/git/command/run-git.ts";
import { isBinary } from "#adapters/git/objects/blobs.ts";
import { changesBetween, patchBetween } from "#adapters/git/objects/compare.ts";
import { type FileAt, filesAt } from "#adapters/git/objects/files-at.ts";
import { blobsOf, type Listing } from "#adapters/git/objects/listing.ts";
import type { ObjectStore } from "#adapters/git/objects/object-store.ts";
import { objectionsBetween } from "#adapters/git/objects/tree-objections.ts";
import { weightsOf } from "#adapters/git/objects/weights.ts";
import { faultSpotsOf } from "#adapters/syntax/fault-spots.ts";
import { outlineOf } from "#adapters/typescript/outline.ts";
import type { Workspace } from "#ports/workspace.ts";

type Reads =
  | "changes"
  | "objections"
  | "weights"
  | "patch"
  | "textAt"
  | "outlineAt"
  | "faultSpotsAt"
  | "paths"
  | "blobs";

/** What reads trees, and changes nothing. */
export interface TreeReads extends Pick<Workspace, Reads> {
  /** Whole files of a tree, in the order of the paths. Throws `Failure("git")`, also for a path that is no file. */
  filesAt(tree: string, paths: readonly string[]): Promise<readonly FileAt[]>;
}

/** Reads over one repository. Each throws `Failure("git")`. */
export function readsOf(git: Git, store: ObjectStore, listing: (tree: string) => Promise<Listing>): TreeReads {
  return {
    changes: (a, b) => changesBetween(git, a, b),
    objections: async (a, b, bounds) => {
      const [before, after] = [await listing(a), await listing(b)];
      return objectionsBetween(
        { git, store },
        [
          { id: a, listing: before },
          { id: b, listing: after },
        ],
        bounds,
      );
    },
    weights: async (a, b) => weightsOf(git, await changesBetween(git, a, b), await listing(a), await listing(b)),
    patch: (a, b, limit) => patchBetween(git, [a, b], limit),
    textAt: async (tree, path) => textIn(store, await listing(tree), path),
    outlineAt: async (tree, path) => outlineIn(path, await textIn(store, await listing(tree), path)),
    faultSpotsAt: async (tree, path) => faultSpotsOf(path, (await textIn(store, await listing(tree), path)) ?? ""),
    filesAt: async (tree, paths) => filesAt(git, await listing(tree), paths),
    paths: async (tree) => [...(await listing(tree)).files.keys()].sort(),
    blobs: async (tree) => blobsOf(await listing(tree)),
  };
}

/** Null for a binary file. A link has no text. */
async function textIn(store: ObjectStore, listing: Listing, path: string): Promise<string | null> {
  const file = listing.files.get(path);
  if (file === undefined || file.mode === "120000") return null;
  const content = await store.blob(file.sha);
  return isBinary(content) ? null : content.toString();
}

function outlineIn(path: string, text: string | null): ReturnType<typeof outlineOf> | null {
  return text === null ? null : outlineOf(path, text);
}
