/** The version of GitHub's REST API that every request names, so that a newer default changes nothing for us. */
import type { Client } from "./api.ts";

/** Is answered for 24 months after the next one: https://docs.github.com/rest/about-the-rest-api/api-versions */
const API_VERSION = "2022-11-28";

/** A plugin for any Octokit: its requests, those of its sign-in included, carry `X-GitHub-Api-Version`. */
export function withApiVersion({ hook }: Pick<Client, "hook">): Record<string, never> {
  hook.before("request", (options) => {
    options.headers["x-github-api-version"] = API_VERSION;
  });
  return {};
}
