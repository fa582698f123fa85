/** Who is there when a story is played on the loopback GitHub, and what they are called. */
import { randomBytes } from "node:crypto";
import type { GitHubOptions } from "../../../lab/github/options.ts";

export const OWNER = "rowbook";
export const NAME = "rowbook";
export const SLUG = "loopwright";

/** Who wrote the issue, who labels it, who approves, who may speak in the middle, and who only looks. */
export const PEOPLE = { author: "otto", triage: "tess", maintainer: "wim", admin: "ada", visitor: "vera" } as const;

const ROLES = { [PEOPLE.triage]: "triage", [PEOPLE.maintainer]: "write", [PEOPLE.admin]: "admin" } as const;

/** Tokens that nobody could know beforehand: one of them found anywhere is a leak. */
export type Tokens = Readonly<Record<string, string>>;

export function freshTokens(): Tokens {
  return Object.fromEntries(Object.values(PEOPLE).map((login) => [login, `canary-${login}-${randomBytes(16).toString("hex")}`]));
}

/** The options of a GitHub with one repository of these files. `hosted`: whether our App is installed there. */
export function gitHubOptions(
  files: GitHubOptions["repositories"][number]["files"],
  tokens: Tokens,
  { hosted, ...rest }: Pick<GitHubOptions, "secret" | "hookUrl" | "runner"> & { readonly hosted: boolean },
): GitHubOptions {
  // What the README asks for, and no more.
  const read = { actions_variables: "read", checks: "read", statuses: "read" } as const;
  const permissions = { contents: "write", issues: "write", pull_requests: "write", actions: "write", ...read } as const;
  return {
    ...rest,
    apps: hosted ? [{ id: 4242, slug: SLUG, clientId: "Iv1.loopwright", installation: 777, permissions }] : [],
    repositories: [{ owner: OWNER, name: NAME, files, roles: ROLES, actionsMayCreatePullRequests: true }],
    users: tokens,
  };
}
