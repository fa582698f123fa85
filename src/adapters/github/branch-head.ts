/** Reads the commit that a branch points at. */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import type { ApiError } from "#adapters/github/client/api-error.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";

/** A repository and the branch that its pull requests go to. */
export interface BaseBranch extends RepositoryLocation {
  /** Name of the branch. */
  readonly base: string;
}

/** The commit that a branch points at. */
export async function branchHeadOf(api: Api, { owner, repo }: RepositoryLocation, branch: string): Promise<string> {
  const advice = ({ status }: ApiError): string | null =>
    status === 404 ? `there is no branch ${branch} in ${owner}/${repo} any more: it was deleted or renamed` : null;
  const { data } = await askGitHub(() => api.rest.git.getRef({ owner, repo, ref: `heads/${branch}` }), {
    adviceFor: advice,
  });
  return data.object.sha;
}
