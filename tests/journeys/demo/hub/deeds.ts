/** What people do on the loopback GitHub, each with a token of their own. */
import { setTimeout as sleep } from "node:timers/promises";
import { Octokit } from "@octokit/rest";
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf } from "#core/run/run-facts.ts";
import { QUIET } from "../../../lab/github/quiet.ts";
import type { Beginning } from "../story.ts";
import { NAME, OWNER, PEOPLE, SLUG } from "./people.ts";
import { isListing, type Scene } from "./scene.ts";
import type { Said } from "./talk.ts";

const AT = { owner: OWNER, repo: NAME } as const;

export interface Deeds {
  /** Opens an issue; the first line of the text is its title. Gives its number. */
  readonly open: (text: string) => Promise<number>;
  /** Asks for the run of an issue. */
  readonly begin: (issue: number, how: Beginning) => Promise<void>;
  /** What a story says that somebody does about the run of an issue, or that becomes of the bot. Throws an `Error` where it has no pull request to do it on. */
  readonly act: (said: Said, issue: number, run: Run | null) => Promise<void>;
}

/** The deeds of the people of a scene. */
export function deedsOf({ github, tokens, bot }: Pick<Scene, "github" | "tokens" | "bot">): Deeds {
  const as = (login: string): Octokit => new Octokit({ baseUrl: github.url, auth: tokens[login], log: QUIET });
  return {
    async open(text) {
      const [title = "", ...lines] = text.split("\n");
      const body = lines.join("\n").trim();
      const { data } = await as(PEOPLE.author).rest.issues.create({ ...AT, title: title.replace(/^# */, ""), body });
      return data.number;
    },
    async begin(issue_number, how) {
      const { issues } = as(PEOPLE.triage).rest;
      if (how === "label") await issues.addLabels({ ...AT, issue_number, labels: ["loop"] });
      else if (how === "comment") await issues.createComment({ ...AT, issue_number, body: "/loop" });
      else await issues.addAssignees({ ...AT, issue_number, assignees: [`${SLUG}[bot]`] });
    },
    act: (said, issue, run) => ("away" in said ? awayFor(said.away, { github, bot }) : askedBy(as(PEOPLE[said.who]), said, issue, run)),
  };
}

/** What a person asks of GitHub. */
async function askedBy(api: Octokit, said: Exclude<Said, { away: unknown }>, issue: number, run: Run | null): Promise<void> {
  const { rest } = api;
  if ("push" in said) await push(api, said.push, branchFor(said, run));
  else if ("check" in said) await rest.repos.createCommitStatus({ ...AT, sha: headOf(run), ...statusOf(said) });
  else if ("review" in said) await rest.pulls.createReview({ ...AT, pull_number: shownIn(run), ...reviewOf(said) });
  else await rest.issues.createComment({ ...AT, issue_number: said.on === "pull" ? shownIn(run) : issue, body: said.say });
}

/** Milliseconds without a request after which a bot that came back, and has nothing in hand, has looked at everything. */
const QUIET_FOR = 3_000;

/** The bot is ended, comes back, and looks for what it missed. Throws an `Error` where the scene has none. */
async function awayFor(seconds: number, { github, bot }: Pick<Scene, "github" | "bot">): Promise<void> {
  if (bot === null) throw new Error("there is no bot that could be ended");
  await bot.close();
  await sleep(seconds * 1000);
  const before = github.requests.length;
  await bot.revive();
  await github.wait(({ requests }) => requests.slice(before).some(isListing));
  for (let seen = 0; github.requests.length > seen || (await bot.jobs()) !== "0"; await sleep(QUIET_FOR)) seen = github.requests.length;
}

type Pushing = Extract<Said, { push: unknown }>;

/** One commit; the file may be there already. */
async function push({ rest }: Octokit, { path, content }: Pushing["push"], branch: string): Promise<void> {
  const { data: ref } = await rest.git.getRef({ ...AT, ref: `heads/${branch}` });
  const { data: before } = await rest.git.getCommit({ ...AT, commit_sha: ref.object.sha });
  const { data: tree } = await rest.git.createTree({
    ...AT,
    base_tree: before.tree.sha,
    tree: [{ path, mode: "100644", type: "blob", content }],
  });
  const { data: commit } = await rest.git.createCommit({ ...AT, message: `Write ${path}`, tree: tree.sha, parents: [ref.object.sha] });
  await rest.git.updateRef({ ...AT, ref: `heads/${branch}`, sha: commit.sha });
}

function branchFor({ on }: Pushing, run: Run | null): string {
  if (on === "base") return "main";
  if (run === null) throw new Error("there is no run, so it has no branch to push to");
  return branchOf(run);
}

function reviewOf({ review, lines }: Extract<Said, { review: unknown }>) {
  const comments = lines.map(({ path, line, text: body }) => ({ path, line, body }));
  return { event: "REQUEST_CHANGES", body: review, comments } as const;
}

function statusOf({ check: { name: context, state, says: description } }: Extract<Said, { check: unknown }>) {
  return { context, state, description };
}

function headOf(run: Run | null): string {
  const head = run?.published?.head;
  if (head === undefined) throw new Error("the run shows no commit yet");
  return head;
}

function shownIn(run: Run | null): number {
  const pull = run === null ? null : pullRequestOf(run);
  if (pull === null) throw new Error("the run has no pull request yet");
  return pull;
}
