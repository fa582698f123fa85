/**
 * Tells until when GitHub showed the work of a run that is over: by its pull request, or by its branch where it has
 * none.
 */
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { readRefTarget } from "#adapters/github/ref-journal/refs.ts";
import type { ShownWork } from "#core/outcome/retention.ts";

/**
 * When the pull request was closed, in milliseconds; 0 for a deleted branch. Null while the pull request is open, and
 * while the branch exists, wherever it points. One request. Throws `Failure("journal")`.
 */
export async function shownUntil(
  api: Api,
  { owner, repo }: RepositoryLocation,
  showing: ShownWork,
): Promise<number | null> {
  if ("branch" in showing)
    return (await readRefTarget(api, { owner, repo }, `refs/heads/${showing.branch}`)) === null ? 0 : null;
  const { data } = await askGitHub(() => api.rest.pulls.get({ owner, repo, pull_number: showing.pull }), {
    service: "journal",
  });
  return data.closed_at === null ? null : Date.parse(data.closed_at);
}
