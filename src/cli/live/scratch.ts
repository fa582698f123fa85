/** Opens the scratch repository that a maintainer made for it, and nothing else: it must be marked as one. */
import * as z from "zod";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub, askGitHubOrNull } from "#adapters/github/client/github-request.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import type { Clock } from "#ports/clock.ts";
import { FIRST_HOUR_PAGE } from "#text/terminal/live-page.ts";

/** The topic by which a repository says that anything in it may be changed. */
export const SCRATCH_TOPIC = "loopwright-scratch";

/** All that an attempt makes has a name that begins so. */
export const LIVE_PREFIX = "loopwright-live-";

/** Removes one thing. Throws the client's error where it is still there. */
export type Removal = () => Promise<unknown>;

/** How requests reach GitHub. `apiWith`: the same client, whose requests name another version of the API. */
export interface LiveAccess {
  readonly api: Api;
  readonly apiWith: (version: string) => Api;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The scratch repository, and what an attempt may use there. */
export interface Scratch extends RepositoryLocation, LiveAccess {
  /** The name of this call; what it makes is named so, or begins so. */
  readonly name: string;
  /** The repository's node id. */
  readonly id: string;
  /** The default branch and its commit. */
  readonly branch: string;
  readonly base: string;
  /** The tree of that commit. */
  readonly tree: string;
  /** Whose token it is; null for the token of an App or of a workflow. */
  readonly person: { readonly id: number; readonly login: string } | null;
  /** Says how something is removed in the end. The last one that was made goes first. */
  readonly undo: (what: string, remove: Removal) => void;
}

const Repository = z.object({
  node_id: z.string(),
  default_branch: z.string(),
  archived: z.boolean(),
  has_issues: z.boolean(),
  topics: z.array(z.string()).default([]),
});
const Person = z.object({ id: z.int(), login: z.string() });

/**
 * Four requests, which change nothing. Throws `Misuse` where the repository is not marked as a scratch repository, or
 * cannot be one; `Failure("github")` where GitHub refuses.
 */
export async function openScratch(
  access: LiveAccess,
  place: RepositoryLocation,
  undo: Scratch["undo"],
): Promise<Scratch> {
  const { api, clock } = access;
  const named = `${place.owner}/${place.repo}`;
  const found = await askGitHubOrNull(() => api.rest.repos.get({ ...place }));
  if (found === null) throw new Misuse(`${named} is not there, or the token may not see it`);
  const { node_id: id, default_branch: branch, ...facts } = Repository.parse(found.data);
  const objection = objectionTo(facts);
  if (objection !== null) throw new Misuse(`${named} ${objection}. See ${FIRST_HOUR_PAGE}`);
  const head = await askGitHubOrNull(() => api.rest.git.getRef({ ...place, ref: `heads/${branch}` }), {}, [404, 409]);
  if (head === null) throw new Misuse(`${named} has no commit: add a README on GitHub, then try again`);
  const base = head.data.object.sha;
  const { data: commit } = await askGitHub(() => api.rest.git.getCommit({ ...place, commit_sha: base }));
  const person = await personOf(api);
  const at = new Date(clock.now()).toISOString().replace(/\D/g, "").slice(0, 14);
  const name = `${LIVE_PREFIX}${at}`;
  return { ...access, ...place, id, branch, base, tree: commit.tree.sha, person, undo, name };
}

function objectionTo({ archived, has_issues, topics }: Omit<z.infer<typeof Repository>, "node_id" | "default_branch">) {
  if (!topics.includes(SCRATCH_TOPIC))
    return (
      `does not have the topic ${SCRATCH_TOPIC}, so nothing is changed there. This command makes and removes refs, ` +
      "issues and pull requests: make a repository for it alone, and give that one the topic"
    );
  if (archived) return "is archived, so nothing can be made there";
  return has_issues ? null : "has its issues switched off: switch them on in its settings";
}

/** Whose token it is. An App's installation and a workflow are nobody: https://docs.github.com/rest/users/users. */
async function personOf(api: Api): Promise<Scratch["person"]> {
  const found = await askGitHubOrNull(() => api.rest.users.getAuthenticated(), {}, [403, 404]);
  return found === null ? null : Person.parse(found.data);
}
