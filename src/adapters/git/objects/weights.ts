/** Measures the changed files of a tree and their longest lines: beyond a limit a person must look at them. */
import type { Git } from "#adapters/git/command/run-git.ts";
import type { ChangedPath } from "#core/analysis/changes/changed-path.ts";
import type { FileWeight } from "#core/analysis/changes/oversize.ts";
import { isBinary, readBlobs } from "./blobs.ts";
import type { Listing, TreeFile } from "./listing.ts";

/** In the order of the changes. A link counts as text. Throws `Failure("git")`. */
export async function weightsOf(
  git: Git,
  changes: readonly ChangedPath[],
  before: Listing,
  after: Listing,
): Promise<readonly FileWeight[]> {
  const [old, now] = [await longestOf(git, changes, before), await longestOf(git, changes, after)];
  return changes.map(({ path }) => ({
    path,
    bytes: after.files.get(path)?.size ?? 0,
    longest: now.has(path) ? (now.get(path) ?? null) : 0,
    before: old.get(path) ?? 0,
  }));
}

/** The characters of the longest line of each changed file in the listing, null for a binary file. */
async function longestOf(
  git: Git,
  changes: readonly ChangedPath[],
  { files }: Listing,
): Promise<ReadonlyMap<string, number | null>> {
  const wanted = changes.flatMap(({ path }): readonly TreeFile[] =>
    [files.get(path)].filter((file) => file !== undefined),
  );
  const found = new Map<string, number | null>();
  for await (const round of readBlobs(git, wanted))
    for (const [{ path }, content] of round) found.set(path, longestLine(content));
  return found;
}

/** Null for a binary file. */
function longestLine(content: Buffer): number | null {
  if (isBinary(content)) return null;
  return content
    .toString()
    .split("\n")
    .reduce((longest, line) => Math.max(longest, line.length), 0);
}
