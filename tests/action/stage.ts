/** A lab with the real workflow file and the built Action; each issue in it has a runner and a model of its own. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { Config } from "#core/config/config.ts";
import { ROOT } from "../house/tools.ts";
import type { Dispatched } from "../lab/actions/dispatched.ts";
import { type GitHub, startGitHub } from "../lab/github/github.ts";
import type { RepositoryOptions } from "../lab/github/options.ts";
import type { Trust } from "../lab/model/exchange.ts";
import type { ScriptSource } from "../lab/model/script.ts";
import { startScriptedModel } from "../lab/model/server.ts";
import type { IdTokenPlace } from "../lab/runner/id-tokens.ts";
import { type LabRunner, startRunner } from "../lab/runner/start-runner.ts";
import { aCase, type Case } from "./case.ts";
import type { Wanted } from "./desk.ts";
import { as, OPTIONS, ROLES } from "./people.ts";
import { FILES, ISSUE, story } from "./story.ts";

/** No word of ours holds it: where it turns up, it leaked. */
export const KEY = "sk-ant-canary-of-the-lab";

/** The text that the README shows and users copy. No bot is here that the job could wait for. */
export const WORKFLOW = readFileSync(join(ROOT, ".github/docs/loopwright.yml"), "utf8").replace("wait-for-bot: 60", "wait-for-bot: 0");

export interface IssueOptions {
  /** `allowed`: where GitHub Actions may open pull requests. */
  readonly repository?: string;
  readonly script?: ScriptSource;
  /** Secrets of the repository; the key for the model where it is left out. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly config?: unknown;
  readonly rules?: Wanted["rules"];
  /** Whom the model trusts without a key. */
  readonly trust?: Trust;
  /** Where jobs may say who they are. */
  readonly idTokens?: IdTokenPlace;
  /** The Node of the machine; its folder comes first on the PATH. */
  readonly node?: string;
}

export interface ActionLab {
  readonly github: GitHub;
  /** The folder below which the machines work. */
  readonly machines: string;
  /** An issue with a run whose plan is shown. */
  readonly issue: (options?: IssueOptions) => Promise<Case>;
}

/** A repository that uses us. `workflow`: its workflow file. */
export function aRepository(name: string, change: Partial<RepositoryOptions> = {}, workflow = WORKFLOW): RepositoryOptions {
  const files = { ...FILES, ".github/workflows/loopwright.yml": workflow };
  return { owner: "acme", name, files, roles: ROLES, actionsMayCreatePullRequests: true, ...change };
}

/** Started for all tests of a file, ended after the last. `more`: repositories beside `allowed`. */
export async function anActionLab(more: readonly RepositoryOptions[] = []): Promise<ActionLab> {
  const runners = new Map<string, LabRunner>();
  const runnerOf = ({ repository, inputs }: Dispatched): LabRunner => {
    const found = runners.get(`${repository}#${inputs["issue"]}`);
    if (found === undefined) throw new Error(`no runner for issue ${inputs["issue"]} of ${repository}`);
    return found;
  };
  const repositories = [aRepository("allowed"), ...more];
  const runner = { run: async (job: Dispatched, signal: AbortSignal) => runnerOf(job).run(job, signal) };
  const github = await startGitHub({ ...OPTIONS, repositories, runner });
  const temp = mkdtempSync(join(tmpdir(), "loopwright-action-"));
  const closing: (() => Promise<void>)[] = [];
  afterAll(async () => {
    await github.close();
    for (const close of closing) await close();
    rmSync(temp, { recursive: true, force: true });
  });
  return {
    github,
    machines: temp,
    async issue(wanted = {}) {
      const { repository: repo = "allowed", script = story(), secrets = { ANTHROPIC_API_KEY: KEY }, config = {}, rules } = wanted;
      const { number } = (await as(github, "rob").rest.issues.create({ owner: "acme", repo, ...ISSUE })).data;
      await as(github, "ada").rest.issues.addLabels({ owner: "acme", repo, issue_number: number, labels: ["loop"] });
      const model = await startScriptedModel(script, { key: KEY, ...(wanted.trust && { trust: wanted.trust }) });
      closing.push(() => model.close());
      const runner = runnerFor(github, {
        secrets,
        node: wanted.node ?? process.execPath,
        modelUrl: model.url,
        temp: mkdtempSync(join(temp, `${repo}-${number}-`)),
        idTokens: wanted.idTokens,
      });
      runners.set(`acme/${repo}#${number}`, runner);
      return aCase(github, { number, repo, model, runner }, { config: Config.parse(config), rules });
    },
  };
}

interface Setting {
  readonly secrets: Readonly<Record<string, string>>;
  readonly node: string;
  readonly modelUrl: string;
  readonly temp: string;
  readonly idTokens: IdTokenPlace | undefined;
}

function runnerFor({ url }: GitHub, { secrets, node, modelUrl, temp, idTokens }: Setting): LabRunner {
  const addresses = { apiUrl: url, graphqlUrl: `${url}/graphql`, serverUrl: url };
  const actions = { "loopwright/loopwright": ROOT };
  return startRunner({ node, actions, secrets, vars: { ANTHROPIC_BASE_URL: modelUrl }, ...addresses, temp, ...(idTokens && { idTokens }) });
}
