/** Sets the scene of a story on GitHub: the loopback GitHub, the built bot or none, a runner with the built Action, a scripted model. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import { type GitHub, startGitHub } from "../../../lab/github/github.ts";
import { forgetfulPlayOf } from "../../../lab/model/play.ts";
import { type ScriptedModel, startScriptedModel } from "../../../lab/model/server.ts";
import { type LabRunner, startRunner } from "../../../lab/runner/start-runner.ts";
import { echoing } from "../../canary/echo.ts";
import { checkout } from "../root.ts";
import type { Story } from "../story.ts";
import { type Bot, startBot } from "./bot.ts";
import { filesBelow } from "./files.ts";
import { freshTokens, gitHubOptions, type Tokens } from "./people.ts";
import { changed } from "./workflow-change.ts";

/** What is needed for it. `repository`: a folder whose files become the first commit; `folder`: an empty one for the runner's machines. */
export interface Wanted {
  readonly repository: string;
  readonly folder: string;
  /** The workflow file as a story has it. */
  readonly workflow: Story["workflow"];
  /** Whether the jobs are to prepare a sandbox, as the repository's variable LOOPWRIGHT_SANDBOX says. */
  readonly sandboxed: boolean;
  /** No bot and no App: the jobs of the workflow are the desk. */
  readonly zeroServer: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The model says in whatever it writes the secrets that are there when it is asked. */
  readonly canary: boolean;
  /** The model answers whoever asks it anew as it did the first time. */
  readonly forgetful?: boolean;
}

export interface Scene {
  readonly github: GitHub;
  readonly model: ScriptedModel;
  readonly runner: LabRunner;
  /** Null in zero-server mode. */
  readonly bot: Bot | null;
  readonly tokens: Tokens;
  /** Everything that must not be found anywhere: model key, webhook secret, the App's key, tokens of people and of jobs. */
  readonly secrets: () => readonly string[];
  close(): Promise<void>;
}

/** Opens the scene. Throws an `Error` when a part does not start; what was started is ended then. */
export async function openScene(wanted: Wanted): Promise<Scene> {
  const ends: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of ends.reverse()) await end();
  };
  try {
    return { ...(await open(wanted, ends)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Who is asked by the bot, and who by a job while its token is good; the others may be asked by either. */
const DESK = ["hydrator", "plan-critic"];
const JOBS = ["planner", "worker", "preparer", "evaluator", "critique", "refiner", "auditor", "qa-verifier"];

/** The workflow files that users copy. */
const WORKFLOWS = {
  hosted: ".github/docs/loopwright.yml",
  short: ".github/docs/loopwright-short.yml",
  zeroServer: ".github/docs/loopwright-zero-server.yml",
  shortZeroServer: ".github/docs/loopwright-short-zero-server.yml",
} as const;

function workflowFileOf({ zeroServer, workflow }: Pick<Wanted, "zeroServer" | "workflow">): string {
  const isShort = workflow === "short";
  if (zeroServer) return isShort ? WORKFLOWS.shortZeroServer : WORKFLOWS.zeroServer;
  return isShort ? WORKFLOWS.short : WORKFLOWS.hosted;
}

async function open(
  { repository, folder, workflow, sandboxed, zeroServer, env, canary, forgetful = false }: Wanted,
  ends: (() => Promise<void>)[],
): Promise<Omit<Scene, "close">> {
  const tokens = freshTokens();
  const secret = `canary-hook-${randomBytes(16).toString("hex")}`;
  const key = `sk-ant-canary-${randomBytes(16).toString("hex")}`;
  const jobs: string[] = [];
  const text = await readFile(checkout(workflowFileOf({ zeroServer, workflow })), "utf8");
  const files = { ...(await filesBelow(repository)), [WORKFLOW_FILE]: changed(text, workflow) };
  const late: { bot: Bot | null; runner: LabRunner | null } = { bot: null, runner: null };
  const known = (role: string): readonly string[] =>
    DESK.includes(role) ? [key, secret] : JOBS.includes(role) ? [key, ...jobs.slice(-1)] : [key];
  const model = await startScriptedModel(
    { roles: {} },
    { key, ...(canary && { spoken: echoing(known) }), ...(forgetful && { play: forgetfulPlayOf }) },
  );
  ends.push(() => model.close());
  const options = gitHubOptions(files, tokens, {
    hosted: !zeroServer,
    secret,
    hookUrl: () => late.bot?.hookUrl ?? null,
    runner: {
      run: (job, signal) => (late.runner === null ? Promise.reject(new Error("no runner yet")) : late.runner.run(noted(job, jobs), signal)),
    },
  });
  const github = await startGitHub(options);
  ends.push(() => github.close());
  const runner = await runnerOf(github, {
    folder,
    key,
    vars: { ANTHROPIC_BASE_URL: model.url, ...(sandboxed ? {} : { LOOPWRIGHT_SANDBOX: "none" }) },
  });
  late.runner = runner;
  const all = [key, secret, ...Object.values(tokens)];
  const here = { github, model, runner, tokens };
  const [app] = github.apps;
  if (app === undefined) return { ...here, bot: null, secrets: () => [...all, ...jobs] };
  const bot = await startBot(
    {
      APP_ID: `${app.id}`,
      PRIVATE_KEY: app.privateKey,
      WEBHOOK_SECRET: secret,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: model.url,
      GITHUB_API_URL: github.url,
    },
    env,
  );
  ends.push(() => bot.close());
  late.bot = bot;
  // The story begins when the bot has looked for what it missed.
  await github.wait(({ requests }) => requests.some(isListing));
  const lines = app.privateKey.split("\n").filter((line) => line.length > 40);
  return { ...here, bot, secrets: () => [...all, ...lines, ...jobs] };
}

/** True for the first thing that a bot asks about a repository when it polls: which issues changed. */
export function isListing({ method, path }: Scene["github"]["requests"][number]): boolean {
  return method === "GET" && /^\/repos\/[^/]+\/[^/]+\/issues$/.test(path);
}

/** The job, with its tokens noted: they are looked for afterwards. */
function noted<Job extends { token(permissions: Readonly<Record<string, "read" | "write">>): Promise<string> }>(
  job: Job,
  tokens: string[],
): Job {
  return {
    ...job,
    async token(permissions) {
      const token = await job.token(permissions);
      tokens.push(token);
      return token;
    },
  };
}

/** A runner for the jobs of this GitHub, with the built Action of this checkout. `vars`: of the repository. */
export async function runnerOf(
  { url }: GitHub,
  { folder, key, vars }: { readonly folder: string; readonly key: string; readonly vars: Readonly<Record<string, string>> },
): Promise<LabRunner> {
  const temp = join(folder, "runner");
  await mkdir(temp, { recursive: true });
  return startRunner({
    node: process.execPath,
    actions: { "loopwright/loopwright": checkout() },
    secrets: { ANTHROPIC_API_KEY: key },
    vars,
    apiUrl: url,
    graphqlUrl: `${url}/graphql`,
    serverUrl: url,
    temp,
  });
}
