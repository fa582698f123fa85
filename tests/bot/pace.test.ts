/** Rounds of looks: one at a time, each look as soon as it is found, in nobody's way. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { guardOver } from "#core/redact.ts";
import { MINUTE } from "#core/took.ts";
import type { Job } from "#ports/queue.ts";
import { BotOctokit } from "../../bot/octokit.ts";
import { makeRounds } from "../../bot/rounds.ts";
import { QUIET } from "../lab/github/quiet.ts";
import { type Answer, anApp, repository, token } from "./an-app.ts";
import { aGate } from "./queue-stage.ts";

/** One installation with the repositories `first/widget` and `last/widget`, an active run on issue 7 of each. `held`: paths that wait for the gate. */
async function aWorld({ held, issues = [7], every }: { held?: RegExp; issues?: readonly number[]; every: number }) {
  const gate = aGate();
  const asked: string[] = [];
  const answerOf = (pathname: string): Answer => {
    if (pathname.endsWith("/access_tokens")) return token(1);
    if (pathname === "/app/installations") return [200, [{ id: 1, account: { login: "acme" } }]];
    if (pathname === "/installation/repositories") return [200, { repositories: [repository(50, "first"), repository(51, "last")] }];
    if (!pathname.includes("/matching-refs/")) return [200, []];
    const found = pathname.includes("/first/") ? issues : [7];
    return [200, found.map((issue) => ({ ref: `refs/loopwright/issue-${issue}/current`, object: { sha: "0".repeat(40) } }))];
  };
  const account = await anApp(async ({ pathname }) => {
    asked.push(pathname);
    if (held?.test(pathname) === true) await gate.passed;
    return answerOf(pathname);
  });
  const jobs: Job[] = [];
  const put = async (job: Job) => {
    jobs.push(job);
    return "taken" as const;
  };
  const world = { account, guard: guardOver([]), log: QUIET as never, queue: { put } };
  const begin = (): (() => Promise<void>) => {
    const end = makeRounds(world, every);
    onTestFinished(() => {
      gate.open();
      return end();
    });
    return end;
  };
  return { account, asked, gate, keys: () => jobs.map(({ key }) => key), begin };
}

/** Others use the machine as well. */
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 10_000 });
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
