/** A small GitHub for the tests of this folder: one organisation, one App, people of every role. */
import { Octokit } from "@octokit/rest";
import { Probot, ProbotOctokit } from "probot";
import { afterAll, onTestFinished } from "vitest";
import { type GitHub, startGitHub } from "./github.ts";
import type { GitHubOptions, RepositoryOptions } from "./options.ts";
import { QUIET } from "./quiet.ts";

export const REPOSITORY: RepositoryOptions = {
  owner: "acme",
  name: "widget",
  files: {
    "README.md": "# widget\n",
    "src/sum.js": "export const sum = (a, b) => a - b;\n",
    "bin/run": { text: "#!/bin/sh\n", mode: "100755" },
  },
  roles: { ada: "admin", wim: "write", tess: "triage", rob: "read", max: "maintain" },
};
export const PRIVATE: RepositoryOptions = {
  owner: "acme",
  name: "vault",
  private: true,
  files: { "README.md": "# vault\n" },
  roles: { wim: "write" },
};
export const AT = { owner: "acme", repo: "widget" } as const;
const PEOPLE = ["ada", "wim", "tess", "rob", "max", "otto"];

export const OPTIONS: GitHubOptions = {
  secret: "a secret",
  apps: [
    {
      id: 4242,
      slug: "loopwright",
      clientId: "Iv1.loopwright",
      installation: 777,
      permissions: {
        contents: "write",
        issues: "write",
        pull_requests: "write",
        checks: "write",
        statuses: "write",
        actions: "write",
        actions_variables: "read",
      },
    },
  ],
  repositories: [REPOSITORY, PRIVATE],
  users: Object.fromEntries(PEOPLE.map((login) => [login, `token-of-${login}`])),
  hookUrl: () => null,
  runner: { run: async () => ({ conclusion: "success" }) },
};

/** Started for one test, ended with it. */
export async function aGitHub(options: Partial<GitHubOptions> = {}): Promise<GitHub> {
  const github = await startGitHub({ ...OPTIONS, ...options });
  onTestFinished(() => github.close());
  return github;
}

/** Started for all tests of a file, ended after the last. */
export async function aGitHubForAll(options: Partial<GitHubOptions> = {}): Promise<GitHub> {
  const github = await startGitHub({ ...OPTIONS, ...options });
  afterAll(() => github.close());
  return github;
}

/** Says for which version of the API it was made, as the service wants of Apps. */
function versioned({ hook }: Pick<Octokit, "hook">): Record<string, never> {
  hook.before("request", (options) => {
    options.headers["x-github-api-version"] = "2022-11-28";
  });
  return {};
}

const Versioned = Octokit.plugin(versioned);

/** A client with a token or with none. */
export function client({ url }: Pick<GitHub, "url">, token?: string): Octokit {
  return new Versioned({ baseUrl: url, log: QUIET, ...(token !== undefined && { auth: token }) });
}

/** A client of a person. */
export function as(github: Pick<GitHub, "url">, login: string): Octokit {
  return client(github, `token-of-${login}`);
}

/** Probot's client that does not wait between writes and does not try again. */
const Impatient = ProbotOctokit.plugin(versioned).defaults((options: object) => ({
  ...options,
  log: QUIET,
  throttle: { enabled: false },
  retry: { enabled: false },
}));

/** A client of the App's installation, with Probot's own authentication. */
export async function asApp({ url, apps }: Pick<GitHub, "url" | "apps">): Promise<ProbotOctokit> {
  const [app] = apps;
  if (app === undefined) throw new Error("bug: the stage has an App");
  const { id: appId, privateKey, installation } = app;
  const probot = new Probot({ appId, privateKey, secret: OPTIONS.secret, baseUrl: url, logLevel: "fatal", Octokit: Impatient });
  return probot.auth(installation);
}

/** The status and the message of a refusal; what was allowed is a failure of the test. */
export async function refused(request: Promise<unknown>): Promise<{ readonly status: unknown; readonly message: string }> {
  try {
    await request;
  } catch (error) {
    const { status, response } = Object(error);
    return { status, message: String(response?.data?.message) };
  }
  throw new Error("it was allowed");
}
