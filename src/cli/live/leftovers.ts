/** Finds what earlier calls left in the scratch repository, by the names that only this command gives. */
import { askGitHub } from "#adapters/github/client/github-request.ts";
import { LIVE_PREFIX, type Scratch } from "./scratch.ts";

/**
 * Refs, open issues and labels of calls before this one. Four requests. Throws `Failure("github")`.
 */
export async function leftoversIn({ api, owner, repo }: Scratch): Promise<readonly string[]> {
  const at = { owner, repo, per_page: 100 };
  const starts = [`loopwright/${LIVE_PREFIX}`, `heads/${LIVE_PREFIX}`];
  const refs: string[] = [];
  for (const ref of starts) {
    const { data } = await askGitHub(() => api.rest.git.listMatchingRefs({ owner, repo, ref }));
    refs.push(...data.map((one) => one.ref));
  }
  const { data: issues } = await askGitHub(() => api.rest.issues.listForRepo({ ...at, state: "open" }));
  const { data: labels } = await askGitHub(() => api.rest.issues.listLabelsForRepo(at));
  return [
    ...refs,
    ...issues.flatMap(({ number, title }) => (title.startsWith(LIVE_PREFIX) ? [`#${number} ${title}`] : [])),
    ...labels.flatMap(({ name }) => (name.startsWith(LIVE_PREFIX) ? [`label ${name}`] : [])),
  ];
}
