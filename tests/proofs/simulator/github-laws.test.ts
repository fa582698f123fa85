/** The adapter of issues keeps its contract over the simulated GitHub, with both of the product's clients. */
import { expect, it } from "vitest";
import type { Api } from "#adapters/github/client/api.ts";
import type { Account } from "#ports/github-comments.ts";
import { GITHUB_LAWS } from "../../adapters/contracts/github-contract.ts";
import type { GitHubHarness } from "../../adapters/contracts/github-law.ts";
import { aClock, aSimulation, botClient, jobClient, quickClient, type Stage, theIssue } from "./clients.ts";

const MARK = /\n\n(?:<!-- loopwright-plan:\S+ -->\n)?<!-- loopwright:\S+ -->$/;

/** The laws name moments of the real clock. */
function aStage(): Stage {
  const clock = aClock();
  clock.pass(Date.now() - clock.now());
  return aSimulation(undefined, clock);
}

function harness(stage: Stage, api: Api): GitHubHarness {
  const { github, clock } = stage;
  const number = github.newIssue("ada", { title: "Sum subtracts", body: "It does." });
  const person = (login: string): Account => ({ login, id: github.person(login).id });
  const bare = (body: string): string => body.replace(MARK, "");
  return {
    github: theIssue(stage, number, api),
    people: { writer: person("wim"), reader: person("rob"), nobody: { id: 999_999, login: "nobody-of-that-name" } },
    comments: async () => github.commentsOn(number).map(({ body }) => bare(body)),
    labels: async () => github.issue(number)?.labels ?? [],
    reactions: async (target) => {
      const on = target.kind === "comment" ? `comments/${target.id}` : `issues/${target.kind === "pull" ? target.number : number}`;
      return github.reactionsOn(on);
    },
    runs: async () => github.runs().length,
    write: async (body) => ({ id: github.comment(number, "wim", body), account: person("wim").id }),
    amend: async (id, body) => {
      clock.pass(1000);
      github.editComment(id, "wim", body);
    },
    remove: async (id) => github.deleteComment(id, "ada"),
    label: async (name) => github.label(number, "wim", name),
    assign: async (login) => github.assign(number, "wim", login),
    close: async () => github.closeIssue(number, "ada"),
    async reviewed(texts) {
      const head = github.push("loop/7-split", "wim", { "src/new.js": `${number}\n` });
      const { data } = await botClient(stage).rest.pulls.create({
        owner: "acme",
        repo: "widget",
        title: "Split",
        head: "loop/7-split",
        base: "main",
      });
      const lines = texts.map((body) => ({ path: "src/new.js", line: 1, body }));
      return {
        number: data.number,
        head,
        review: github.review(data.number, "ada", { state: "changes_requested", body: "Almost.", lines }),
      };
    },
    checked: async (commit, checks) => {
      for (const { name, conclusion } of [...checks, { name: "loop/score", conclusion: "success" }]) github.check(commit, name, conclusion);
    },
    shut: async (pull) => github.closePull(pull, "ada"),
    saidOn: async (pull) => [
      ...github.answersOn(pull).map(([to, body]) => [to, bare(body)] as const),
      ...github.commentsOn(pull).map(({ body }) => [null, bare(body)] as const),
    ],
  };
}

const CLIENTS = [
  { name: "simulator", client: (stage: Stage): Api => quickClient(stage) },
  { name: "bot", client: (stage: Stage): Api => botClient(stage) },
  {
    name: "job",
    client: (stage: Stage): Api =>
      jobClient(stage, stage.github.job({ issues: "write", pull_requests: "write", actions: "write", checks: "read", statuses: "read" })),
  },
] as const;

for (const { name, client } of CLIENTS)
  it.each(GITHUB_LAWS)(`simulated, by the client of the ${name}: $law`, async ({ holds }) => {
    const stage = aStage();
    await holds(harness(stage, client(stage)));
    expect(stage.github.failures).toEqual([]);
  });
