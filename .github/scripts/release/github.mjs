/** GitHub for the scripts of a release, by what a runner sets. Throws an Error that names a variable that is not set. */
import { Octokit } from "@octokit/rest";

/** A variable that must be there. */
export function setting(name) {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set`);
  return value;
}

const [owner, repo] = setting("GITHUB_REPOSITORY").split("/");

/** The repository that is released. */
export const place = { owner, repo };

export const github = new Octokit({ auth: setting("GITHUB_TOKEN"), baseUrl: setting("GITHUB_API_URL") });

github.hook.before("request", (options) => {
  options.headers["x-github-api-version"] = "2022-11-28";
});
