/**
 * Reads the installation of an App on a repository, as the App itself.
 * https://docs.github.com/rest/apps/apps#get-a-repository-installation-for-the-authenticated-app
 */
import { createAppAuth } from "@octokit/auth-app";
import type { RepositoryLocation } from "#adapters/github/client/api.ts";
import { askGitHub, askGitHubOrNull } from "#adapters/github/client/github-request.ts";
import type { OutgoingGuard } from "#adapters/github/client/outgoing-guard.ts";
import { tokenClientOf } from "#adapters/github/client/token-client.ts";
import type { AppInstallation } from "#core/config/github-setup.ts";

/** The App by its number, and its key as PEM. */
export interface AppKey {
  readonly appId: string;
  readonly privateKey: string;
  /** Address of the REST API, without a slash at its end. */
  readonly apiUrl: string;
}

/** "none": the App is not installed on the repository. Throws `Failure`, also for a key that is not the App's. */
export async function installationNow(
  { apiUrl, ...app }: AppKey,
  place: RepositoryLocation,
  gate: OutgoingGuard,
): Promise<AppInstallation | "none"> {
  const { token } = await askGitHub(() => createAppAuth(app)({ type: "app" }));
  const api = tokenClientOf({ token, apiUrl, version: null }, gate);
  const found = await askGitHubOrNull(() => api.rest.apps.getRepoInstallation({ ...place }));
  if (found === null) return "none";
  const { html_url: url, permissions, events, suspended_at } = found.data;
  return { url, suspended: suspended_at !== null, permissions: { ...permissions }, events };
}
