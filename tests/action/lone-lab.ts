/** A lab without a bot: the built Action plays every station, and GitHub starts it by the workflow file alone. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { ROOT } from "../house/tools.ts";
import { type GitHub, startGitHub } from "../lab/github/github.ts";
import type { AppOptions, RepositoryOptions } from "../lab/github/options.ts";
import type { ScriptSource } from "../lab/model/script.ts";
import { type ScriptedModel, startScriptedModel } from "../lab/model/server.ts";
import { type LabRunner, startRunner } from "../lab/runner/start-runner.ts";
import { as, OPTIONS } from "./people.ts";
import { KEY } from "./stage.ts";
import { ISSUE } from "./story.ts";

/** The text that users copy. */
export const LONE_WORKFLOW = readFileSync(join(ROOT, ".github/docs/loopwright-zero-server.yml"), "utf8");

/** Milliseconds for one workflow run: a busy machine takes long for ten iterations. */
const PATIENCE = 150_000;

type WorkflowRun = GitHub["runs"][number];
type Issue = { readonly title: string; readonly body: string };

export interface LoneLab {
  readonly github: GitHub;
  readonly model: ScriptedModel;
  readonly runner: LabRunner;
  /** Something that people do; resolves with the workflow run that it started, when that is over. */
  readonly begun: (event: string, deed: () => Promise<unknown>) => Promise<WorkflowRun>;
  /** rob opens an issue. */
  readonly opened: (repo: string, issue?: Issue) => Promise<number>;
  /** An issue of rob's whose plan is shown, in this repository. */
  readonly labelled: (repo: string, number?: number) => Promise<{ readonly number: number; readonly run: WorkflowRun }>;
  /** A comment, to be made by whoever waits for what it starts; of wim's where nobody is named. */
  readonly says: (repo: string, issue: number, body: string, login?: string) => () => Promise<unknown>;
  readonly commentsOf: (repo: string, issue: number) => Promise<readonly { readonly by: string; readonly text: string }[]>;
  readonly labelsOf: (repo: string, issue: number) => Promise<readonly string[]>;
  /** How the jobs of a workflow run ended, by their names. */
  readonly jobsOf: (run: WorkflowRun) => Readonly<Record<string, string>>;
  /** Their logs, each line with the name of its job. */
  readonly logOf: (run: WorkflowRun) => string;
}

/** What may differ: further variables of the repositories, and an App of the maintainer's, whose id and key they have. */
export interface LoneOptions {
  readonly vars?: Readonly<Record<string, string>>;
  readonly app?: AppOptions;
}

/** Started for all tests of a file, ended after the last. */
export async function aLoneLab(
  repositories: readonly RepositoryOptions[],
  script: ScriptSource,
  { vars = {}, app }: LoneOptions = {},
): Promise<LoneLab> {
  const model = await startScriptedModel(script, { key: KEY });
  const temp = mkdtempSync(join(tmpdir(), "loopwright-zero-server-"));
  let ready: LabRunner | null = null;
  const run: LabRunner["run"] = (job, signal) => ready?.run(job, signal) ?? Promise.reject(new Error("no runner yet"));
  const github = await startGitHub({ ...OPTIONS, apps: app === undefined ? [] : [app], repositories, runner: { run } });
  const runner = startRunner({
    node: process.execPath,
    actions: { "loopwright/loopwright": ROOT },
    secrets: { ANTHROPIC_API_KEY: KEY, ...Object.fromEntries(github.apps.map((one) => ["LOOPWRIGHT_APP_PRIVATE_KEY", one.privateKey])) },
    vars: { ANTHROPIC_BASE_URL: model.url, ...(app && { LOOPWRIGHT_APP_ID: app.clientId }), ...vars },
    apiUrl: github.url,
    graphqlUrl: `${github.url}/graphql`,
    serverUrl: github.url,
    temp,
  });
  ready = runner;
  afterAll(async () => {
    await github.close();
    await model.close();
    rmSync(temp, { recursive: true, force: true });
  });
  return { github, model, runner, ...peopleOf(github), ...looksAt(runner) };
}

function looksAt(runner: LabRunner): Pick<LoneLab, "jobsOf" | "logOf"> {
  return {
    jobsOf: ({ id }) => Object.fromEntries(Object.entries(runner.outputs(id)).map(([name, { result }]) => [name, result])),
    logOf: ({ id }) =>
      runner
        .logs(id)
        .map(({ job, text }) => `${job} | ${text}`)
        .join("\n"),
  };
}

function peopleOf(github: GitHub): Omit<LoneLab, "github" | "model" | "runner" | "jobsOf" | "logOf"> {
  const at = (repo: string, issue_number: number) => ({ owner: "acme", repo, issue_number });
  const ada = as(github, "ada").rest;
  const begun: LoneLab["begun"] = async (event, deed) => {
    const before = github.runs.length;
    await deed();
    return github.wait(() => github.runs.slice(before).find((run) => run.event === event && run.status === "completed"), PATIENCE);
  };
  const opened: LoneLab["opened"] = async (repo, issue = ISSUE) =>
    (await as(github, "rob").rest.issues.create({ owner: "acme", repo, ...issue })).data.number;
  return {
    begun,
    opened,
    async labelled(repo, given) {
      const number = given ?? (await opened(repo));
      return { number, run: await begun("issues", () => ada.issues.addLabels({ ...at(repo, number), labels: ["loop"] })) };
    },
    says:
      (repo, issue, body, login = "wim") =>
      () =>
        as(github, login).rest.issues.createComment({ ...at(repo, issue), body }),
    commentsOf: async (repo, issue) =>
      (await ada.issues.listComments(at(repo, issue))).data.map(({ user, body }) => ({ by: user?.login ?? "", text: body ?? "" })),
    labelsOf: async (repo, issue) => (await ada.issues.listLabelsOnIssue(at(repo, issue))).data.map(({ name }) => name),
  };
}
