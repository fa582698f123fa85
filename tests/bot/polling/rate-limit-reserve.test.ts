/** Looks stop before GitHub's limit of an hour does, so that what people say is still heard (API-03, STOP-08). */
import { expect, it, onTestFinished } from "vitest";
import { secretGuardOver } from "#core/analysis/secrets/redact.ts";
import type { Job } from "#ports/queue.ts";
import { BotOctokit } from "../../../bot/jobs/octokit.ts";
import { startPoller } from "../../../bot/polling/poller.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { type Answer, anApp, repository, token } from "../an-app.ts";

const INSTALLED = [1, 2].map((id) => ({ id, account: { login: `owner-${id}` } }));

/** Two installations with a repository and an active run each. `left`: what is left of 5,000 requests to the first. */
function worldOf(left: () => number): (url: URL, by: number) => Answer {
  return ({ pathname }, by) => {
    const [, minted] = /\/(\d+)\/access_tokens$/.exec(pathname) ?? [];
    if (minted !== undefined) return token(Number(minted));
    if (pathname === "/app/installations") return [200, INSTALLED];
    if (pathname === "/installation/repositories") return [200, { repositories: [repository(50 + by, `owner-${by}`)] }];
    const limits = limitsOf([5000, left(), 5000][by]);
    return pathname.includes("/matching-refs/") ? [200, [ACTIVE], limits] : [200, [], limits];
  };
}

const ACTIVE = { ref: "refs/loopwright/issue-7/current", object: { sha: "0".repeat(40) } };
const limitsOf = (left: number | undefined) => ({ "x-ratelimit-limit": "5000", "x-ratelimit-remaining": String(left) });

it("leaves the last fifth of an hour's requests to what people say, and looks again once there are more", async () => {
  let left = 1000;
  const account = await anApp(worldOf(() => left));
  const [jobs, lines]: [Job[], string[]] = [[], []];
  const log = { ...QUIET, warn: (line: string) => void lines.push(line), child: () => QUIET } as never;
  const put = async (job: Job) => {
    jobs.push(job);
    return "taken" as const;
  };
  const app = new BotOctokit({ ...account, log: QUIET });
  const end = startPoller({ app, account, guard: secretGuardOver([]), log, queue: { put } }, 50);
  onTestFinished(end);
  const looked = (owner: string) => jobs.filter(({ key }) => key === `${owner}/widget#7`).length;
  await expect.poll(() => looked("owner-2")).toBeGreaterThan(2);
  expect(looked("owner-1")).toBe(0);
  expect(lines).toContain(
    "looks at owner-1/widget wait: of GitHub's requests for this hour the last fifth is left, and kept for what people say",
  );
  left = 1001;
  await expect.poll(() => looked("owner-1")).toBeGreaterThan(0);
});
