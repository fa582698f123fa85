/** Reads whether the default branch contains a commit, its tree, and the configuration in it. */
import * as z from "zod";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub, askGitHubOrNull } from "#adapters/github/client/github-request.ts";
import { CONFIG_FILE } from "#core/config/config.ts";
import type { BaseCommitNow } from "#ports/github-types.ts";

const GROUND = `query Ground($owner: String!, $name: String!, $ref: String!, $commit: GitObjectID!, $path: String!) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $ref) { target { oid } }
    object(oid: $commit) { ... on Commit { tree { oid } file(path: $path) { object { ... on Blob { text } } } } }
  }
}`;

const Shown = z.object({
  repository: z.object({
    ref: z.object({ target: z.object({ oid: z.string() }) }).nullable(),
    object: z
      .object({
        tree: z.object({ oid: z.string() }).optional(),
        file: z.object({ object: z.object({ text: z.string().nullish() }).nullable() }).nullish(),
      })
      .nullable(),
  }),
});

/** Statuses of a comparison in which the second commit contains the first. */
const HOLDS = ["ahead", "identical"];

/**
 * As `GitHub.baseCommit`. One request where the commit is the head of the branch, else two. Throws `Failure("github")`.
 */
export async function readBaseCommitNow(
  api: Api,
  { owner, repo, ref }: RepositoryLocation & { readonly ref: string },
  commit: string,
): Promise<BaseCommitNow> {
  const at = { owner, name: repo, ref: `refs/heads/${ref}`, commit, path: CONFIG_FILE };
  const { ref: branch, object } = Shown.parse(await askGitHub(() => api.graphql(GROUND, at))).repository;
  const tree = object?.tree?.oid ?? null;
  const nowhere = { branch: ref, inHistory: false, tree: null, config: null };
  if (branch === null || tree === null || !(await holds(api, { owner, repo }, [commit, branch.target.oid])))
    return nowhere;
  return { branch: ref, inHistory: true, tree, config: object?.file?.object?.text ?? null };
}

async function holds(
  api: Api,
  { owner, repo }: RepositoryLocation,
  [commit, head]: readonly [string, string],
): Promise<boolean> {
  if (commit === head) return true;
  // The list of different files is not used, so one is enough.
  const basehead = `${commit}...${head}`;
  const found = await askGitHubOrNull(() =>
    api.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page: 1 }),
  );
  return found !== null && HOLDS.includes(found.data.status);
}
