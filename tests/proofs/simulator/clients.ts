/** Clients of the simulated GitHub as the product builds them, for tests. */
import { retry } from "@octokit/plugin-retry";
import { Octokit } from "@octokit/rest";
import type { Api } from "#adapters/github/client/api.ts";
import { githubIssue } from "#adapters/github/github-issue.ts";
import { ACTIONS_LOGIN, writersNamed } from "#adapters/github/issue/comment-author.ts";
import { killSwitchOfApp } from "#adapters/github/workflow/kill-switch-now.ts";
import type { Clock } from "#ports/clock.ts";
import type { GitHub } from "#ports/github.ts";
import { BotOctokit } from "../../../bot/jobs/octokit.ts";
import { ours } from "../../builders/ours.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import type { FaultFor } from "./github/front.ts";
import { type SimulatedGitHub, simulatedGitHub } from "./github/github.ts";
import type { SimulatedOptions } from "./github/state.ts";
import type { Actor } from "./github/things.ts";
import { patient } from "./patient.ts";

export const AT = { owner: "acme", repo: "widget" } as const;

const FILES = {
  "README.md": "# widget\n",
  "src/sum.js": "export const sum = (a, b) => a - b;\n",
  ".github/workflows/loopwright.yml": "name: Loopwright\n",
};

/** A clock that only tests move. Begins with the year 2026. */
export function aClock(): Clock & { readonly pass: (ms: number) => void } {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const pass = (ms: number): void => {
    now += ms;
  };
  return { now: () => now, pass, sleep: async (ms) => pass(ms) };
}

export interface Stage {
  readonly github: SimulatedGitHub;
  readonly clock: ReturnType<typeof aClock>;
  /** What the GitHub was made with. */
  readonly options: SimulatedOptions;
}

/** A repository with one file of code and our workflow, and people of every role. */
export function aSimulation(faultFor?: FaultFor, clock = aClock()): Stage {
  const people = { ada: "admin", wim: "write", tess: "triage", rob: "read", otto: "none" } as const;
  const options = { ...AT, now: clock.now, people, files: FILES };
  return { clock, options, github: simulatedGitHub(options, faultFor) };
}

/** The Action's client (`action/job/client.ts`), by another line. */
export function jobClient({ github }: Stage, actor: Actor) {
  const Client = Octokit.plugin(retry);
  return ours(new Client({ log: QUIET, request: { fetch: github.fetchFor(actor) } }));
}

/** A client with the patience of the job's and none of its timers: what a simulator plays with. */
export function quickClient({ github, clock }: Stage, actor: Actor = github.app()) {
  return patient(ours(new Octokit({ log: QUIET, request: { fetch: github.fetchFor(actor) } })), clock);
}

/** The bot's client (`bot/jobs/octokit.ts`), by another line and signed in already. */
export function botClient({ github }: Stage, actor: Actor = github.app()) {
  const authStrategy = () => ({
    hook: (send: (route: unknown, parameters: unknown) => unknown, route: unknown, given: unknown) => send(route, given),
  });
  return ours(new BotOctokit({ log: QUIET, request: { fetch: github.fetchFor(actor) }, authStrategy }));
}

/** The issue as the App sees it. */
export function theIssue(stage: Stage, issue: number, api: Api = botClient(stage)): GitHub {
  const { clock } = stage;
  return githubIssue(api, {
    ...AT,
    issue,
    workflow: "loopwright.yml",
    ref: "main",
    isOurs: writersNamed(["loopwright[bot]", ACTIONS_LOGIN]),
    clock,
    freeze: killSwitchOfApp(api, AT, clock),
    serverUrl: "https://github.example",
  });
}
