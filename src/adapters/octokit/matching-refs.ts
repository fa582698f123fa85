/** Names of refs that begin alike: the branches of an issue, and its runs, over or not. */
import type { Service } from "#ports/failure.ts";
import type { Api, Place } from "./api.ts";
import { ask } from "./errors.ts";
import { type IssuePlace, isRunId } from "./ref-journal/names.ts";

/** What follows `refs/` in the names of all refs that begin with `start`. One request; GitHub gives them all at once. */
async function refsFrom(api: Api, { owner, repo }: Place, start: string, service: Service): Promise<readonly string[]> {
  const { data } = await ask(() => api.rest.git.listMatchingRefs({ owner, repo, ref: start }), { service });
  return data.map(({ ref }) => ref.replace(/^refs\//, "")).filter((name) => name.startsWith(start));
}

/** Names of the branches that begin so. One request. Throws `Failure("github")`. */
export async function branchesFrom(api: Api, place: Place, prefix: string): Promise<readonly string[]> {
  const names = await refsFrom(api, place, `heads/${prefix}`, "github");
  return names.map((name) => name.slice("heads/".length));
}

/** Ids of all runs of an issue, the oldest first: an id ends with the time of its start (S1.12). One request. Throws `Failure("journal")`. */
export async function runsOf(api: Api, place: IssuePlace): Promise<readonly string[]> {
  const start = `loopwright/issue-${place.issue}/`;
  const names = await refsFrom(api, place, start, "journal");
  const ids = names.map((name) => name.slice(start.length)).filter(isRunId);
  return ids.sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1));
}

/** `20261120-141500` */
function startOf(runId: string): string {
  return runId.slice(-15);
}
