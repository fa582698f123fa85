/** Lists the files of a tree with their git ids, without a workspace. */
import { tmpdir } from "node:os";
import { gitAt } from "#adapters/git/command/git-command.ts";
import { blobsOf, listings } from "./listing.ts";

/** The git id of each file's content, by path. Throws `Failure("git")`. */
export async function blobsInTree(gitDir: string, tree: string): Promise<ReadonlyMap<string, string>> {
  return blobsOf(await listings(gitAt(gitDir, tmpdir())).of(tree));
}
