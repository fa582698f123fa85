/** Rounds of looks: one at a time, each look as soon as it is found, in nobody's way. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { secretGuardOver } from "#core/analysis/secrets/redact.ts";
import { MINUTE } from "#core/values/time.ts";
import type { Job } from "#ports/queue.ts";
import { BotOctokit } from "../../../bot/jobs/octokit.ts";
import { startPoller } from "../../../bot/polling/poller.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { type Answer, anApp, repository, token } from "../an-app.ts";
import { aGate } from "./queue-stage.ts";

const OWNERS = ["first", "last"];

/** Of issues with an active run. */
function refsOf(issues: readonly number[]): Answer {
  return [200, issues.map((issue) => ({ ref: `refs/loopwright/issue-${issue}/current`, object: { sha: "0".repeat(40) } }))];
}

interface WorldOptions {
  readonly held?: RegExp;
  readonly issues?: readonly number[];
  readonly listed?: () => number;
  readonly every: number;
}

/**
 * One installation with the repositories `first/widget` and `last/widget`, an active run on issue 7 of each. `held`: paths that wait for the
 * gate. `listed`: how many of them are listed.
 */
async function aWorld({ held, issues = [7], listed = () => OWNERS.length, every }: WorldOptions) {
  const gate = aGate();
  const asked: string[] = [];
  const answerOf = (pathname: string): Answer => {
    if (pathname.endsWith("/access_tokens")) return token(1);
    if (pathname === "/app/installations") return [200, [{ id: 1, account: { login: "acme" } }]];
    if (pathname === "/installation/repositories")
      return [200, { repositories: OWNERS.slice(0, listed()).map((owner, index) => repository(50 + index, owner)) }];
    if (!pathname.includes("/matching-refs/")) return [200, []];
    return refsOf(pathname.includes("/first/") ? issues : [7]);
  };
  const account = await anApp(async ({ pathname, searchParams }) => {
    asked.push(searchParams.has("since") ? `${pathname} since` : pathname);
    if (held?.test(pathname) === true) await gate.passed;
    return answerOf(pathname);
  });
  const jobs: Job[] = [];
  const put = async (job: Job) => {
    jobs.push(job);
    return "taken" as const;
  };
  const world = {
    app: new BotOctokit({ ...account, log: QUIET as never }),
    account,
    guard: secretGuardOver([]),
    log: QUIET as never,
    queue: { put },
  };
  const begin = (): (() => Promise<void>) => {
    const end = startPoller(world, every);
    onTestFinished(() => {
      gate.open();
      return end();
    });
    return end;
  };
  return { account, asked, gate, keys: () => jobs.map(({ key }) => key), begin };
}

/** Others use the machine as well. */
const soon = <T>(look: () => T) => expect.poll(look);
const lists = (asked: readonly string[]) => asked.filter((path) => path === "/app/installations").length;

it("begins no round before the last one is over, and then at once", async () => {
  const { asked, gate, begin } = await aWorld({ held: /first.*matching-refs/, every: 10 });
  begin();
  await soon(() => asked.join()).toContain("matching-refs");
  await sleep(200);
  expect(lists(asked)).toBe(1);
  gate.open();
  await soon(() => lists(asked)).toBeGreaterThan(2);
});

it("waits at its end for the look that is under way, and begins none after it", async () => {
  const { asked, gate, keys, begin } = await aWorld({ held: /first.*matching-refs/, every: 10 });
  const end = begin();
  await soon(() => asked.join()).toContain("matching-refs");
  let isOver = false;
  const ended = end().then(() => {
    isOver = true;
  });
  await sleep(50);
  expect(isOver).toBe(false);
  gate.open();
  await ended;
  const before = asked.length;
  await sleep(100);
  expect([asked.length, asked.some((path) => path.includes("/last/")), keys()]).toEqual([before, false, ["first/widget#7"]]);
});

it("puts a look as soon as it is found", async () => {
  const { gate, keys, begin } = await aWorld({ held: /last.*matching-refs/, every: 60 * MINUTE });
  begin();
  await soon(keys).toEqual(["first/widget#7"]);
  gate.open();
  await soon(keys).toEqual(["first/widget#7", "last/widget#7"]);
});

it("puts two hundred looks in a round, and lets the rest take turns", async () => {
  const issues = Array.from({ length: 250 }, (_, index) => index + 1);
  const { asked, keys, begin } = await aWorld({ issues, every: 3_000 });
  begin();
  await soon(() => asked.join()).toContain("/last/widget/issues");
  expect(keys()).toHaveLength(200);
  await soon(() => keys().length).toBe(400);
  expect(keys().slice(0, 251)).toEqual([...issues.map((issue) => `first/widget#${issue}`), "last/widget#7"]);
});

it("goes on while jobs have as many requests under way as they may have, and takes none of theirs", async () => {
  const { account, gate, keys, begin } = await aWorld({ held: /held/, every: 60 * MINUTE });
  const ofJobs = new BotOctokit({ baseUrl: account.baseUrl, auth: { token: "x" }, log: QUIET });
  const all = Array.from({ length: 10 }, () => ofJobs.request("GET /held"));
  begin();
  await soon(keys).toEqual(["first/widget#7", "last/widget#7"]);
  gate.open();
  await Promise.all(all);
});

it("forgets a repository that was not listed for as long as a day of rounds, and looks at it as for the first time", async () => {
  let listed = OWNERS.length;
  const { asked, begin } = await aWorld({ listed: () => listed, every: 10 });
  begin();
  const looks = (path: string) => asked.filter((one) => one === `/repos/last/widget/${path}`).length;
  await soon(() => looks("issues")).toBeGreaterThan(0);
  expect(looks("issues since")).toBe(1);
  for (const [ms, first] of [[100, 1] as const, [4_000, 2] as const]) {
    listed = 1;
    await sleep(ms);
    const before = looks("issues");
    listed = OWNERS.length;
    await soon(() => looks("issues")).toBeGreaterThan(before + 1);
    expect(looks("issues since")).toBe(first);
  }
});
