/**
 * The workspace of the run job: all work is done on the checkout's objects, and each commit is made on GitHub, which
 * signs it.
 */
import type { GitWorkspace } from "#adapters/git/workspace.ts";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { Failure } from "#ports/failure.ts";
import { removedEntriesOf, uploadTree } from "./upload-tree.ts";

/**
 * The given workspace, but `commit` sends the changes since the parent, which GitHub must have, and makes the commit
 * there: GitHub sets author and time and signs it in the App's name, so the same arguments give another commit. The
 * commit itself is not fetched: `treeOf` knows its tree, `merge` does not know it. Throws `Failure("git")` besides the
 * errors of the given workspace.
 */
export function uploadedWorkspace(workspace: GitWorkspace, api: Api, place: RepositoryLocation): GitWorkspace {
  return uploaded(workspace, api, place, new Map());
}

/** `made`: the tree of each commit that was made here. */
function uploaded(
  workspace: GitWorkspace,
  api: Api,
  place: RepositoryLocation,
  made: Map<string, string>,
): GitWorkspace {
  const treeOf = async (commit: string): Promise<string> => made.get(commit) ?? workspace.treeOf(commit);
  return {
    ...workspace,
    treeOf,
    fresh: () => uploaded(workspace.fresh(), api, place, made),
    async commit({ tree, parent, message }) {
      await upload(workspace, api, place, { tree, base: await treeOf(parent) });
      const { owner, repo } = place;
      const request = () => api.rest.git.createCommit({ owner, repo, message, tree, parents: [parent] });
      const { data } = await askGitHub(request, { service: "git" });
      made.set(data.sha, tree);
      return data.sha;
    },
  };
}

/** Sends a tree to GitHub, and checks that GitHub's id equals ours. */
async function upload(
  workspace: GitWorkspace,
  api: Api,
  place: RepositoryLocation,
  { tree, base }: { readonly tree: string; readonly base: string },
): Promise<void> {
  const changes = await workspace.changes(base, tree);
  if (changes.length === 0) return;
  const here = changes.filter(({ kind }) => kind !== "deleted").map(({ path }) => path);
  const gone = changes.filter(({ kind }) => kind === "deleted").map(({ path }) => path);
  const left = gone.length === 0 ? [] : await workspace.paths(tree);
  const sent = await uploadTree(api, place, {
    base,
    files: await workspace.filesAt(tree, here),
    gone: removedEntriesOf(gone, left),
  });
  if (sent === tree) return;
  const message =
    `GitHub made the tree ${sent} of the files of ${tree}: what it holds is not what was checked. ` +
    "Nothing was committed; start the run again";
  throw new Failure("git", message, { retryable: false });
}
