/**
 * Reads how a repository is set up for Loopwright: workflow, label, secrets' names, rights, rules. Changes nothing.
 * https://docs.github.com/rest/actions/permissions, https://docs.github.com/rest/repos/rules
 */
import * as z from "zod";
import type { Api, RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub, askGitHubOrNull } from "#adapters/github/client/github-request.ts";
import type { GitHubSetup } from "#core/config/github-setup.ts";

/** Where a token may not look, GitHub says so, or that nothing is there. */
const UNSEEN = [403, 404];

const Text = z.object({ type: z.literal("file"), content: z.string() });

/** The default branch. Throws `Failure`; null where there is no such repository, or the token may not see it. */
export async function defaultBranchNow(api: Api, place: RepositoryLocation): Promise<string | null> {
  const found = await askGitHubOrNull(() => api.rest.repos.get({ ...place }));
  return found === null ? null : found.data.default_branch;
}

/** A file on the default branch; null where there is none. Throws `Failure`. */
export async function fileNow(api: Api, place: RepositoryLocation, path: string): Promise<string | null> {
  const found = await askGitHubOrNull(() => api.rest.repos.getContent({ ...place, path }));
  if (found === null) return null;
  const file = Text.safeParse(found.data);
  return file.success ? Buffer.from(file.data.content, "base64").toString() : null;
}

/** Whether a label is there. Throws `Failure`. */
export async function hasLabel(api: Api, place: RepositoryLocation, name: string): Promise<boolean> {
  return (await askGitHubOrNull(() => api.rest.issues.getLabel({ ...place, name }))) !== null;
}

/** The rest, seven requests beside each other. Throws `Failure` for what is no refusal to look. */
export async function settingsOnGitHub(
  api: Api,
  place: RepositoryLocation,
  workBranch: string,
): Promise<Pick<GitHubSetup, "secrets" | "variables" | "actionsOn" | "mayOpen" | "rules">> {
  const { actions, repos } = api.rest;
  const page = { ...place, per_page: 100 };
  const [own, shared, ownVariables, sharedVariables, permissions, workflow, rules] = await Promise.all([
    looked(() => actions.listRepoSecrets(page)),
    looked(() => actions.listRepoOrganizationSecrets(page)),
    looked(() => actions.listRepoVariables({ ...place, per_page: 30 })),
    looked(() => actions.listRepoOrganizationVariables({ ...place, per_page: 30 })),
    looked(() => actions.getGithubActionsPermissionsRepository({ ...place })),
    looked(() => actions.getGithubActionsDefaultWorkflowPermissionsRepository({ ...place })),
    askGitHub(() => repos.getBranchRules({ ...place, branch: workBranch })),
  ]);
  return {
    secrets: namesIn(own?.secrets, shared?.secrets),
    variables: namesIn(ownVariables?.variables, sharedVariables?.variables),
    actionsOn: permissions?.enabled ?? null,
    mayOpen: workflow?.can_approve_pull_request_reviews ?? null,
    rules: [...new Set(rules.data.map(({ type }) => type))],
  };
}

async function looked<T>(request: () => Promise<{ readonly data: T }>): Promise<T | null> {
  return (await askGitHubOrNull(request, {}, UNSEEN))?.data ?? null;
}

type Named = readonly { readonly name: string }[] | undefined;

/** Those of the repository, and those that its organisation shares with it, where it has one. */
function namesIn(own: Named, shared: Named): readonly string[] | null {
  return own === undefined ? null : [...own, ...(shared ?? [])].map(({ name }) => name);
}
