/** A whole desk for tests: the loopback GitHub, the scripted model, and the real bot between them, which hears signed webhooks. */
import { createHmac, randomUUID } from "node:crypto";
import { expect, onTestFinished } from "vitest";
import { settingsOf } from "../../bot/config/settings.ts";
import { type Bot, serve } from "../../bot/serve.ts";
import type { Dispatched } from "../lab/actions/dispatched.ts";
import type { GitHub } from "../lab/github/github.ts";
import type { GitHubOptions } from "../lab/github/options.ts";
import { AT, aGitHub, as, REPOSITORY } from "../lab/github/stage.ts";
import type { ScriptSource } from "../lab/model/script.ts";
import { type ScriptedModel, startScriptedModel } from "../lab/model/server.ts";
import { freePort } from "../lab/net/free-port.ts";

const SECRET = "a secret of more than thirty-two characters";

const WORKFLOW = `name: loopwright
run-name: "Loopwright #\${{ inputs.issue }} \${{ inputs.run_id }} \${{ inputs.digest }}"
on:
  workflow_dispatch:
    inputs:
      issue: { required: true }
      run_id: { required: true }
      digest: { required: true }
jobs: {}
`;

/** What the repository holds. */
export const FILES = {
  "README.md": "# widget\n\nAdds numbers.\n",
  "package.json": '{ "name": "widget", "type": "module", "scripts": { "test": "node --test" } }\n',
  "src/sum.js": "export const sum = (a, b) => a - b;\n",
  "test/sum.test.js": 'import test from "node:test";\ntest("nothing", () => undefined);\n',
  ".github/workflows/loopwright.yml": WORKFLOW,
  // No job of this workflow could try a plan.
  ".github/loopwright.yml": "rehearse: false\n",
};

const PLAN = {
  questions: [],
  workflow: "tdd",
  objective: { intent: "Make sum add", deliverables: ["src/sum.js"], done: ["sum adds"] },
  rules: [
    {
      id: "a.correctness.sum",
      description: "One and two are three",
      severity: "fail",
      check: {
        kind: "command",
        text: `node --input-type=module -e 'import { sum } from "./src/sum.js"; if (sum(1, 2) !== 3) process.exit(1); console.log("proved")'`,
        prints: "proved",
      },
    },
  ],
  atoms: [{ id: "A1", description: "Make sum add", dependsOn: [], group: null, doubtful: false, priority: 1 }],
  scope: { paths: ["src/**"], out: [] },
  expectedTestChanges: [],
};

/** What the model says: a plan, at once or `delayMs` later, and a plan-critic who likes it. `once`: only the first plan takes so long. */
export function script(delayMs: number | null = null, once = false): ScriptSource {
  const plan = { expect: ["sum subtracts"], reply: { json: PLAN } };
  const slow = { ...plan, ...(delayMs !== null && { fault: { delayMs } }) };
  return {
    roles: {
      hydrator: [...(once ? [slow] : []), { ...(once ? plan : slow), repeat: true }],
      "plan-critic": [{ reply: { json: { verdict: "PROCEED", findings: [] } }, repeat: true }],
    },
  };
}

export interface DeskStage {
  readonly github: GitHub;
  readonly model: ScriptedModel;
  readonly bot: Bot;
  /** Starts another bot in its place. */
  readonly restarted: () => Promise<void>;
  readonly hookUrl: string;
  /** Opens an issue, without a label, and gives its number. */
  readonly newIssue: (body?: string) => Promise<number>;
  readonly label: (issue: number, login?: string) => Promise<void>;
  /** Gives the comment's id. */
  readonly say: (issue: number, body: string, login?: string) => Promise<number>;
  readonly commentsOf: (issue: number) => Promise<readonly string[]>;
  readonly labelsOf: (issue: number) => Promise<readonly string[]>;
  /** Resolves when this was reacted to so: the issue, or its comment. */
  readonly reacted: (content: string, comment?: number) => Promise<unknown>;
  /** Resolves when the webhooks up to now were answered. */
  readonly heard: () => Promise<void>;
  /** Resolves when the issue has this label. */
  readonly labelled: (issue: number, label: string) => Promise<void>;
  /** What the bot asked of GitHub since the last look and GitHub counts, as `METHOD path` below the repository. */
  readonly asked: () => readonly string[];
}

/** The environment of a bot over these two. */
function environment(github: GitHub, model: ScriptedModel, port: number): Readonly<Record<string, string>> {
  const [app] = github.apps;
  if (app === undefined) throw new Error("bug: the stage has an App");
  return {
    APP_ID: `${app.id}`,
    PRIVATE_KEY: app.privateKey,
    WEBHOOK_SECRET: SECRET,
    ANTHROPIC_API_KEY: "sk-ant-test",
    ANTHROPIC_BASE_URL: model.url,
    GITHUB_API_URL: github.url,
    PORT: `${port}`,
    LOG_LEVEL: "fatal",
  };
}

export interface StageOptions {
  readonly github?: Partial<GitHubOptions>;
  readonly script?: ScriptSource;
  /** More of the bot's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Starts the bot; in this process where it is absent. */
  readonly start?: (env: Readonly<Record<string, string>>) => Promise<Bot>;
}

const PATIENCE = { finish: 10_000, stop: 5_000 };

/** Everything is started for one test and ended with it. */
export async function aDesk({
  github: more = {},
  script: played = script(),
  env = {},
  start = startHere,
}: StageOptions = {}): Promise<DeskStage> {
  const port = await freePort();
  const hookUrl = `http://127.0.0.1:${port}/api/github/webhooks`;
  const github = await aGitHub({
    secret: SECRET,
    hookUrl: () => hookUrl,
    repositories: [{ ...REPOSITORY, files: FILES }],
    runner: { run: untilCancelled },
    ...more,
  });
  const model = await startScriptedModel(played);
  onTestFinished(() => model.close());
  const restarted = async (): Promise<Bot> => {
    const one = await start({ ...environment(github, model, port), ...env });
    onTestFinished(async () => void (await one.stop(PATIENCE)));
    return one;
  };
  const bot = await restarted();
  await github.wait(({ requests }) => requests.some(isLastOfLook));
  return { github, model, bot, restarted: async () => void (await restarted()), hookUrl, ...peopleOf(github) };
}

/** The bot looks for what it missed when it starts: that is over, or came to nothing. */
function isLastOfLook({ method, path, status }: GitHub["requests"][number]): boolean {
  const isRefused = status >= 400 && (path.endsWith("/access_tokens") || path.includes("/matching-refs/"));
  return isRefused || (method === "GET" && path === "/repos/acme/widget/issues");
}

/** A workflow run that goes on and on. */
function untilCancelled(_job: Dispatched, signal: AbortSignal): Promise<{ readonly conclusion: "cancelled" }> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve({ conclusion: "cancelled" })));
}

function startHere(env: Readonly<Record<string, string>>): Promise<Bot> {
  return serve(
    settingsOf(env, () => expect.fail("no file is read")),
    "json",
  );
}

function peopleOf(github: GitHub): Omit<DeskStage, "github" | "model" | "bot" | "restarted" | "hookUrl"> {
  const at = (issue: number) => ({ ...AT, issue_number: issue });
  const ada = as(github, "ada").rest;
  const names = async (issue: number) => (await ada.issues.listLabelsOnIssue(at(issue))).data.map(({ name }) => name);
  const ours = () =>
    github.requests.filter(({ actor, path, status }) => status !== 304 && (actor === "loopwright[bot]" || path.startsWith("/app/")));
  // The look at the start of the bot is none of the story's.
  let looked = ours().length;
  return {
    newIssue: async (body = "sum subtracts") => (await ada.issues.create({ ...AT, title: "Sum is wrong", body })).data.number,
    label: async (issue, login = "ada") => void (await as(github, login).rest.issues.addLabels({ ...at(issue), labels: ["loop"] })),
    say: async (issue, body, login = "ada") => (await as(github, login).rest.issues.createComment({ ...at(issue), body })).data.id,
    commentsOf: async (issue) => (await ada.issues.listComments(at(issue))).data.map(({ body }) => body ?? ""),
    labelsOf: names,
    reacted: (content, comment) =>
      github.wait(({ reactions }) =>
        reactions.some(
          (one) =>
            one.content === content && (comment === undefined ? /issues\/\d+$/.test(one.on) : one.on.endsWith(`/comments/${comment}`)),
        ),
      ),
    labelled: async (issue, label) => {
      const path = `/repos/acme/widget/issues/${issue}/labels`;
      for (let seen = 0; !(await names(issue)).includes(label); ) {
        const before = seen;
        seen = await github.wait(({ requests }) => {
          const sent = requests.filter((one) => one.method === "POST" && one.path === path).length;
          return sent > before ? sent : null;
        });
      }
    },
    heard: async () => void (await github.wait(({ deliveries }) => deliveries.every(({ statuses }) => statuses.length > 0))),
    asked: () => {
      const all = ours();
      const fresh = all.slice(looked);
      looked = all.length;
      return fresh.map(({ method, path }) => `${method} ${plain(path)}`);
    },
  };
}

/** Without the repository, and without what differs each time. */
function plain(path: string): string {
  const below = decodeURIComponent(path.replace("/repos/acme/widget/", ""));
  return below.replace(/[0-9a-f]{40}/, "<sha>").replace(/\d{8}-\d{6}$/, "<time>");
}

/** Sends a webhook as GitHub does, and gives the status of the answer. */
export async function deliver(
  url: string,
  { event, payload, guid = randomUUID(), secret = SECRET }: { event: string; payload: unknown; guid?: string; secret?: string },
): Promise<number> {
  const body = JSON.stringify(payload);
  const headers = {
    "content-type": "application/json",
    "x-github-event": event,
    "x-github-delivery": guid,
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  };
  return (await fetch(url, { method: "POST", body, headers })).status;
}
