/** `loopwright doctor --github` as a process, against the loopback GitHub: what it sees with which token, and that it changes nothing. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import { shortWorkflow } from "#text/setup/short-workflow.ts";
import type { RepositoryOptions } from "../../lab/github/options.ts";
import { aGitHubForAll, as, REPOSITORY } from "../../lab/github/stage.ts";
import { aStage, type Stage } from "../stage.ts";

const READY: RepositoryOptions = {
  ...REPOSITORY,
  name: "ready",
  files: { ...REPOSITORY.files, [WORKFLOW_FILE]: shortWorkflow("workflow"), ".github/loopwright.yml": "label: agent\n" },
  secrets: { ANTHROPIC_API_KEY: "sk-canary-setup" },
  actionsMayCreatePullRequests: true,
};
const HOSTED: RepositoryOptions = { ...READY, name: "hosted", files: { [WORKFLOW_FILE]: shortWorkflow("bot") } };
const RULED: RepositoryOptions = { ...REPOSITORY, name: "ruled", actions: false, branchRules: ["creation"] };

const github = await aGitHubForAll({ repositories: [READY, HOSTED, RULED] });
let stage: Stage;

beforeAll(async () => {
  stage = await aStage();
  await as(github, "ada").rest.issues.createLabel({ owner: "acme", repo: "ready", name: "agent" });
});
afterAll(() => stage.close());

async function doctor(repository: string, more: Readonly<Record<string, string>> = {}, ...options: readonly string[]) {
  const env = { GITHUB_TOKEN: "token-of-ada", GITHUB_API_URL: github.url, ...more };
  return stage.runWith({ env, cwd: "/" }, "doctor", "--github", repository, ...options);
}

/** A line of the page by its name. */
const line = (out: string, name: string): string => out.split("\n").find((one) => one.slice(5).startsWith(`${name} `)) ?? "";

it("finds nothing missing where all is set up, tells no secret, and changes nothing", async () => {
  const before = github.sent.length;
  const { code, out, err } = await doctor("acme/ready");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  for (const name of ["workflow file", "runner image", "label", "Actions", "opening pull requests", "key of a model", "rulesets"])
    expect(line(out, name)).toMatch(/^ok /);
  expect(line(out, "label")).toContain("agent");
  expect(out).toContain("Nothing that could be seen is missing.");
  expect(out).not.toContain("sk-canary-setup");
  expect([github.sent.length, github.violations]).toEqual([before, []]);
});

it("says what is missing, with exit code 1, and the same as JSON", async () => {
  const { code, out } = await doctor("acme/ruled");
  expect(code).toBe(1);
  for (const name of ["workflow file", "label", "Actions", "opening pull requests", "key of a model", "rulesets"])
    expect(line(out, name)).toMatch(/^NO /);
  expect(out).toContain("Something is missing: a run would end there.");
  const { isSetUp, findings } = JSON.parse((await doctor("acme/ruled", {}, "--json")).out);
  expect([isSetUp, findings[0].name, findings[0].holds]).toEqual([false, "workflow file", false]);
});

it("says what a token may not see", async () => {
  const { code, out } = await doctor("acme/ready", { GITHUB_TOKEN: "token-of-wim" });
  expect(code).toBe(0);
  expect(line(out, "opening pull requests")).toContain("cannot be seen with this token");
  expect(line(out, "key of a model")).toMatch(/^ok /);
});

it("asks as the App, by the variables of the bot", async () => {
  const [app] = github.apps;
  const file = join(stage.temp, "app.pem");
  writeFileSync(file, app?.privateKey ?? "");
  const env = { APP_ID: `${app?.id}`, PRIVATE_KEY_PATH: file };
  const { out } = await doctor("acme/hosted", env);
  expect(line(out, "App")).toMatch(/^ok +App +is installed/);
  expect(out).toMatch(/^NO +App's permissions|^ok +App's permissions/m);
  expect((await doctor("acme/hosted")).out).toContain("set APP_ID and PRIVATE_KEY_PATH");
  const wrong = await doctor("acme/hosted", { ...env, PRIVATE_KEY_PATH: join(stage.temp, "none.pem") });
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("is no key of an App")]);
  const other = await doctor("acme/hosted", { ...env, APP_ID: "1" });
  expect([other.code, other.err]).not.toEqual([0, ""]);
});

it.each([
  { repository: "acme", more: {}, says: '--github takes a repository as <owner>/<name>, not "acme"' },
  { repository: "acme/none", more: {}, says: "acme/none is not there, or the token may not see it" },
  { repository: "acme/ready", more: { GITHUB_TOKEN: "" }, says: "--github needs a token in GITHUB_TOKEN" },
  { repository: "acme/ready", more: { GITHUB_API_URL: "here" }, says: "GITHUB_API_URL is no address" },
])("refuses: $says", async ({ repository, more, says }) => {
  const { code, err } = await doctor(repository, more);
  expect([code, err]).toEqual([2, expect.stringContaining(says)]);
});
