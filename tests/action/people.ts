/** Who is in the lab of the Action, and how they sign in. No test runner is needed here: the bench uses it too. */
import { Octokit } from "@octokit/rest";
import type { Api } from "#adapters/github/client/api.ts";
import { ours } from "../builders/ours.ts";
import type { GitHub } from "../lab/github/github.ts";
import type { GitHubOptions } from "../lab/github/options.ts";
import { QUIET } from "../lab/github/quiet.ts";

/** ada administers, wim may write, rob may read and writes the issues, sam may read. */
export const ROLES = { ada: "admin", wim: "write", rob: "read", sam: "read" } as const;

/** One App, as the desk of a real repository has it, and the people. */
export const OPTIONS: Omit<GitHubOptions, "repositories" | "runner"> = {
  secret: "a secret",
  apps: [
    { id: 4242, slug: "loopwright", clientId: "Iv1.loopwright", installation: 777, permissions: { contents: "write", issues: "write" } },
  ],
  users: Object.fromEntries(Object.keys(ROLES).map((login) => [login, tokenOf(login)])),
  hookUrl: () => null,
};

export function tokenOf(login: string): string {
  return `token-of-${login}`;
}

/** A client of a person. */
export function as({ url }: Pick<GitHub, "url">, login: keyof typeof ROLES | (string & {})): Octokit & Api {
  return ours(new Octokit({ baseUrl: url, log: QUIET, auth: tokenOf(login) }));
}
