/** Reads whole files of a tree, many at once, for a caller that stores them elsewhere. */
import type { Git } from "#adapters/git/command/run-git.ts";
import { Failure } from "#ports/failure.ts";
import { readBlobs } from "./blobs.ts";
import type { Listing, TreeFile } from "./listing.ts";

/** One file or symbolic link (120000, its bytes are the target). */
export interface FileAt extends Pick<TreeFile, "path" | "mode"> {
  readonly bytes: Buffer;
}

/**
 * The files at these paths, in their order; one git process for 64 MB of them. Throws `Failure("git")`, also for a path
 * that is no file.
 */
export async function filesAt(git: Git, listing: Listing, paths: readonly string[]): Promise<readonly FileAt[]> {
  const wanted = paths.map((path) => {
    const file = listing.files.get(path);
    if (file !== undefined) return file;
    throw new Failure(
      "git",
      `${JSON.stringify(path)} is no file of the tree: a submodule, or a name that is never taken in`,
      {
        retryable: false,
      },
    );
  });
  const files: FileAt[] = [];
  for await (const round of readBlobs(git, wanted))
    files.push(...round.map(([{ path, mode }, bytes]) => ({ path, mode, bytes })));
  return files;
}
