/** The loopback GitHub as one side of the comparison. */
import { Probot, ProbotOctokit } from "probot";
import { type GitHub, startGitHub } from "../../../lab/github/github.ts";
import { QUIET } from "../../../lab/github/quiet.ts";
import { as, OPTIONS } from "../../../lab/github/stage.ts";
import { FILES, PEOPLE, type Place } from "./place.ts";
import type { By, Side } from "./side.ts";

/** Started; whoever started it closes it. */
export async function loopbackSide({ isPrivate }: Place): Promise<Side & Pick<GitHub, "close">> {
  const repository = { owner: "acme", name: "widget", private: isPrivate, files: FILES, roles: PEOPLE };
  const github = await startGitHub({ ...OPTIONS, repositories: [repository] });
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (by: By): Promise<string> | string => {
    if (typeof by === "string") return `token-of-${by}`;
    const key = JSON.stringify(by);
    const token = tokens.get(key) ?? mint(github, by);
    tokens.set(key, token);
    return token;
  };
  const at = { owner: "acme", repo: "widget" };
  return {
    name: "loopback",
    close: github.close,
    ask: async (by, method, path, body) =>
      fetch(`${github.url}${path}`, {
        method,
        headers: { authorization: `token ${await tokenOf(by)}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    newIssue: async (by) => (await as(github, by).rest.issues.create({ ...at, title: "Sum subtracts" })).data.number,
    lock: async (issue) => void (await as(github, "ada").rest.issues.lock({ ...at, issue_number: issue })),
  };
}

const Impatient = ProbotOctokit.defaults((options: object) => ({
  ...options,
  log: QUIET,
  throttle: { enabled: false },
  retry: { enabled: false },
}));

async function mint({ url, apps }: GitHub, permissions: Exclude<By, string>): Promise<string> {
  const [app] = apps;
  if (app === undefined) throw new Error("bug: the stage has an App");
  const { id: appId, privateKey, installation } = app;
  const probot = new Probot({ appId, privateKey, secret: OPTIONS.secret, baseUrl: url, logLevel: "fatal", Octokit: Impatient });
  const asApp = await probot.auth();
  return (await asApp.rest.apps.createInstallationAccessToken({ installation_id: installation, permissions })).data.token;
}
