/** What GitHub tells when a ref moved: `create`, `push`, `delete`, and `synchronize` of the pull requests from it. */
import type { Happening } from "./happening.ts";
import type { Lab } from "./lab.ts";
import type { RepositoryOptions } from "./options.ts";
import { fullName } from "./repository.ts";
import { ZERO } from "./rules/refs.ts";
import { pullsFrom, whole } from "./thing.ts";

export interface Move {
  /** `refs/heads/…` */
  readonly ref: string;
  readonly before: string;
  readonly after: string;
}

/** Refs outside branches and tags: whether GitHub tells of them is not known (F41), so nothing is told. */
export async function told({ ref, before, after }: Move, repository: RepositoryOptions, lab: Lab): Promise<readonly Happening[]> {
  const [, kind, name = ""] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? [];
  if (kind === undefined || before === after) return [];
  const [created, deleted] = [before === ZERO, after === ZERO];
  const named = { ref: name, ref_type: kind === "heads" ? "branch" : "tag", master_branch: "main", pusher_type: "user" };
  const compare = `${lab.url}/${fullName(repository)}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`;
  const push = { ref, before, after, created, deleted, forced: false, base_ref: null, compare, commits: [], head_commit: null };
  const pulls = kind === "heads" && !deleted && !created ? await pullsFrom(lab, repository, name) : [];
  const synchronized = pulls.map(async (pull) => {
    const payload = { action: "synchronize", number: pull.number, before, after, pull_request: await whole(lab, repository, pull) };
    return { event: "pull_request", payload };
  });
  return [
    ...(created ? [{ event: "create", payload: named }] : []),
    ...(deleted ? [{ event: "delete", payload: named }] : []),
    { event: "push", payload: push },
    ...(await Promise.all(synchronized)),
  ];
}
