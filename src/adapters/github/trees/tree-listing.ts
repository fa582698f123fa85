/** Lists a tree on GitHub with one request. */
import type { TreeFile } from "#adapters/git/objects/listing.ts";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { brokenPath, foldersOf } from "#core/analysis/changes/tree-names.ts";
import { Failure } from "#ports/failure.ts";

/**
 * Files and symbolic links by path, in path order, and every folder. Submodules and names that are not safe are left
 * out.
 */
export interface TreeListing {
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly folders: ReadonlySet<string>;
}

/**
 * Throws `Failure("git")`, also for a tree that GitHub lists in part only: over 100,000 entries or 7 MB
 * (docs.github.com/rest/git/trees).
 */
export async function readListing(api: Api, { owner, repo }: RepositoryLocation, tree: string): Promise<TreeListing> {
  const { data } = await askGitHub(() => api.rest.git.getTree({ owner, repo, tree_sha: tree, recursive: "1" }), {
    service: "git",
  });
  if (data.truncated) {
    const message =
      `${owner}/${repo} is too large: GitHub lists a part of its ${data.tree.length} and more paths only, ` +
      "so no plan can be made for it";
    throw new Failure("git", message, { retryable: false });
  }
  const found = data.tree.flatMap(({ type, path, mode, sha, size = 0 }) =>
    type === "blob" && brokenPath(path) === null ? [{ path, mode: modeOf(mode), sha, size }] : [],
  );
  const files = new Map(found.sort((a, b) => (a.path < b.path ? -1 : 1)).map((file) => [file.path, file]));
  return { files, folders: new Set([...files.keys()].flatMap(foldersOf)) };
}

function modeOf(mode: string): TreeFile["mode"] {
  return mode === "100755" || mode === "120000" ? mode : "100644";
}
