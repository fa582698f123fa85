/** A branch with its newest commit (https://docs.github.com/rest/branches/branches#get-a-branch); no branch is protected here. */
import { fullName } from "./repository.ts";
import { type Call, onRepository, type Route } from "./route.ts";
import { type Answer, NOT_FOUND } from "./rules/answer.ts";
import { read, refOf } from "./thing.ts";

export const BRANCH_ROUTES: readonly Route[] = [onRepository("GET", "/branches/{branch}", branch)];

async function branch({ ask: { repository }, lab, parameter }: Call): Promise<Answer> {
  const name = parameter("branch");
  const sha = repository && (await refOf(lab, repository, `refs/heads/${name}`));
  if (repository === null || sha === null) return NOT_FOUND;
  const path = `/repos/${fullName(repository)}`;
  const self = `${lab.url}${path}/branches/${name}`;
  const commit = await read(lab, `${path}/commits/${sha}`);
  const links = { self, html: `${lab.url}/${fullName(repository)}/tree/${name}` };
  return {
    status: 200,
    body: { name, commit, _links: links, protected: false, protection: { enabled: false }, protection_url: `${self}/protection` },
  };
}
