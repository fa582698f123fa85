/** Publishing: one pull request for a branch, its head read back, and what GitHub may have against it. */
import { expect, it } from "vitest";
import { githubPublisher } from "#adapters/github/github-publisher.ts";
import type { NotPublished, Publication, Published } from "#ports/publisher.ts";
import { as, asApp, client } from "../../builders/lab-clients.ts";
import type { GitHub } from "../../lab/github/github.ts";
import { AT, aGitHub, aGitHubForAll, REPOSITORY } from "../../lab/github/stage.ts";
import { aBranch } from "./branch.ts";
import { badLine, type Fault, faults } from "./ref-journal/bad-line.ts";
import { failureOf, hastyClock, requestsOf } from "./stage.ts";

const github = await aGitHubForAll();
const wim = as(github, "wim");
const OPTIONS_OF_PRESS = { ...AT, base: "main", clock: hastyClock() };
const pressAt = async (url = github.url) => githubPublisher(await asApp({ ...github, url }), OPTIONS_OF_PRESS);
const publication = (branch: string, head: string): Publication => ({
  title: "Add",
  body: "Closes #1",
  branch,
  head,
  base: "main",
  number: null,
  titled: null,
  draft: false,
});
const numberOf = (answer: Published | NotPublished): number | null => ("reason" in answer ? null : answer.number);
const pullsOf = async (branch: string) => (await wim.rest.pulls.list({ ...AT, head: `acme:${branch}`, state: "all" })).data;

it("opens a pull request with two requests, and gives the one that is there when asked again [S0.61, OUT-25]", async () => {
  const head = await aBranch(wim, "loop/1-a", { "new.txt": "x" });
  const press = await pressAt();
  const base = (await wim.rest.git.getRef({ ...AT, ref: "heads/main" })).data.object.sha;
  const published = { number: expect.any(Number), url: expect.stringContaining("/acme/widget/pull/"), head, base };
  const asked = await requestsOf(github, async () => expect(await press.publish(publication("loop/1-a", head))).toEqual(published));
  expect(asked).toEqual(["GET git/ref/heads%2Floop%2F1-a", "POST pulls"]);
  const again = await requestsOf(github, async () => expect(await press.publish(publication("loop/1-a", head))).toEqual(published));
  const [number] = (await pullsOf("loop/1-a")).map((one) => one.number);
  const shown = [`GET pulls/${number}`, `PATCH pulls/${number}`, "GET git/ref/heads%2Fmain"];
  expect(again).toEqual(["GET git/ref/heads%2Floop%2F1-a", "POST pulls", "GET pulls", ...shown]);
  expect(await pullsOf("loop/1-a")).toMatchObject([{ title: "Add", body: "Closes #1", head: { ref: "loop/1-a" }, base: { ref: "main" } }]);
});

it("makes the draft that a press left behind without a receipt tell of the verified work, and ready for review [6.9 #15]", async () => {
  const half = await aBranch(wim, "loop/1-b", { "new.txt": "half" });
  await (await pressAt()).publish({ ...publication("loop/1-b", half), body: "Not finished", draft: true });
  expect(await pullsOf("loop/1-b")).toMatchObject([{ draft: true, body: "Not finished" }]);
  const head = await aBranch(wim, "loop/1-b", { "new.txt": "whole" });
  const answer = await (await pressAt()).publish(publication("loop/1-b", head));
  expect(await pullsOf("loop/1-b")).toMatchObject([{ number: numberOf(answer), draft: false, body: "Closes #1", head: { sha: head } }]);
});

it("sees what an App opened, at this head and ready for review, with requests that GitHub does not count", async () => {
  const head = await aBranch(wim, "loop/1-c", { "new.txt": "x" });
  const [press, bot] = [await pressAt(), await pressAt()];
  const asked = await requestsOf(github, async () => {
    for (let look = 0; look < 2; look += 1) expect(await press.opened(publication("loop/1-c", head))).toBeNull();
  });
  expect([asked, github.requests.at(-1)?.status]).toEqual([["GET pulls", "GET pulls"], 304]);
  const opened = await bot.publish(publication("loop/1-c", head));
  expect(await press.opened(publication("loop/1-c", head))).toEqual(opened);
  expect(await press.opened(publication("loop/1-c", "e".repeat(40)))).toBeNull();
  const draft = await aBranch(wim, "loop/1-d", { "new.txt": "d" });
  await bot.publish({ ...publication("loop/1-d", draft), draft: true });
  const byHand = await aBranch(wim, "loop/1-e", { "new.txt": "e" });
  await wim.rest.pulls.create({ ...AT, title: "By hand", head: "loop/1-e", base: "main" });
  expect([await press.opened(publication("loop/1-d", draft)), await press.opened(publication("loop/1-e", byHand))]).toEqual([null, null]);
});

it.each<{ name: string; branch: string; list: readonly Fault[]; sends: number }>([
  { name: "lost on its way", branch: "loop/2", list: ["lost"], sends: 2 },
  { name: "taken, but its answer is lost", branch: "loop/3", list: ["unheard"], sends: 1 },
  { name: "taken, but its answer breaks off", branch: "loop/4", list: ["cut"], sends: 1 },
])("has one pull request when the request is $name", async ({ branch, list, sends }) => {
  const head = await aBranch(wim, branch, { "new.txt": branch });
  const line = await badLine(github.url, faults("POST /repos", ...list));
  const number = numberOf(await (await pressAt(line.url)).publish(publication(branch, head)));
  expect((await pullsOf(branch)).map((one) => one.number)).toEqual([number]);
  expect(line.asked.filter((one) => one.startsWith("POST /repos"))).toHaveLength(sends);
});

it("leaves the pull request that a person opened from the branch to them, and says what to do [OUT-14]", async () => {
  const head = await aBranch(wim, "loop/5", { "new.txt": "5" });
  const { data } = await wim.rest.pulls.create({ ...AT, title: "By hand", head: "loop/5", base: "main" });
  const answer = await (await pressAt()).publish(publication("loop/5", head));
  expect(answer).toEqual({
    reason: `pull request #${data.number} of loop/5 was opened by wim, not by Loopwright: close it, and resume the run`,
  });
  expect(await pullsOf("loop/5")).toMatchObject([{ title: "By hand", body: null }]);
});

it.each([
  {
    what: "another commit",
    sha: "c".repeat(40),
    user: { login: "loopwright[bot]", type: "Bot" },
    why: `shows ${"c".repeat(40)}, not the verified`,
  },
  { what: "an author who is gone", sha: null, user: null, why: "was opened by somebody who is gone" },
])("adopts no pull request of $what [OUT-14]", async ({ what, sha, user, why }) => {
  const branch = `loop/7-${what.length}`;
  const head = await aBranch(wim, branch, { "new.txt": what });
  const found = { number: 70, html_url: "https://github.example/acme/widget/pull/70", base: { sha: "b".repeat(40) }, user };
  const body = [{ ...found, head: { ref: branch, sha: sha ?? head, repo: { full_name: "acme/widget" } } }];
  const lost = faults("POST /repos", "lost");
  const shown = { ...body[0], state: "open", merged: false };
  const list = faults("GET /repos/acme/widget/pulls", { status: 200, body }, { status: 200, body: shown });
  const line = await badLine(github.url, (method, path) => lost(method, path) ?? list(method, path));
  expect(await (await pressAt(line.url)).publish(publication(branch, head))).toEqual({ reason: expect.stringContaining(why) });
  expect(await pullsOf(branch)).toEqual([]);
});

it("does not adopt a pull request from a branch of that name in a fork, from a fork that is gone, or from another branch", async () => {
  const head = await aBranch(wim, "loop/6", { "new.txt": "6" });
  const foreign = { number: 66, html_url: "https://github.example/acme/widget/pull/66", base: { sha: "b".repeat(40) } };
  const forks = [{ full_name: "otto/widget" }, null].map((repo) => ({ ...foreign, head: { ref: "loop/6", repo } }));
  const other = { ...foreign, head: { ref: "loop/66", repo: { full_name: "acme/widget" } } };
  const lost = faults("POST /repos", "lost");
  const list = faults("GET /repos/acme/widget/pulls", { status: 200, body: [...forks, other] });
  const line = await badLine(github.url, (method, path) => lost(method, path) ?? list(method, path));
  const number = numberOf(await (await pressAt(line.url)).publish(publication("loop/6", head)));
  expect((await pullsOf("loop/6")).map((one) => one.number)).toEqual([number]);
});

it("opens nothing for a branch that somebody else has moved [S0.61, M0.09]", async () => {
  const head = await aBranch(wim, "loop/9", { "new.txt": "x" });
  await aBranch(wim, "loop/9", { "new.txt": "y" });
  const answer = await (await pressAt()).publish(publication("loop/9", head));
  expect(answer).toEqual({ reason: expect.stringContaining(`not at the verified ${head}`) });
  expect(await pullsOf("loop/9")).toEqual([]);
});

it("opens nothing when somebody pushes while its request is given up", async () => {
  const head = await aBranch(wim, "loop/10", { "new.txt": "x" });
  const lost = faults("POST /repos", "lost");
  let pushed = Promise.resolve("");
  const line = await badLine(github.url, (method, path) => {
    const fault = lost(method, path);
    if (fault !== null) pushed = aBranch(wim, "loop/10", { "new.txt": "y" });
    return fault;
  });
  const clock = { ...hastyClock(), sleep: () => pushed.then(() => undefined) };
  const press = githubPublisher(await asApp({ ...github, url: line.url }), { ...OPTIONS_OF_PRESS, clock });
  expect(await press.publish(publication("loop/10", head))).toEqual({ reason: expect.stringContaining(`not at the verified ${head}`) });
  expect(await pullsOf("loop/10")).toEqual([]);
});

/** A press to which each answer takes so many milliseconds, and the line that it asks over. */
async function slowly(took: number) {
  let now = 0;
  const line = await badLine(github.url, (method) => {
    if (method === "GET") now += took;
    return null;
  });
  const clock = { ...hastyClock(), now: () => now };
  const press = githubPublisher(await asApp({ ...github, url: line.url }), { ...OPTIONS_OF_PRESS, clock });
  return { press, line };
}

it.each([
  { what: "now", took: 0, asks: 1 },
  { what: "then: it asks again, and not without end", took: 2_000, asks: 3 },
])("takes an answer that was under way for $took ms for one that tells of $what", async ({ took, asks }) => {
  const branch = `loop/11-${asks}`;
  const head = await aBranch(wim, branch, { "new.txt": branch });
  const { press, line } = await slowly(took);
  expect(numberOf(await press.publish(publication(branch, head)))).toBeGreaterThan(0);
  expect(line.asked.filter((one) => one.includes("git/ref"))).toHaveLength(asks);
});

it.each([
  { took: 0, opened: 1 },
  { took: 2_000, opened: 0 },
])("asks whether it still may where an answer took $took ms: it may have stood still as long", async ({ took, opened }) => {
  const branch = `loop/12-${took}`;
  const head = await aBranch(wim, branch, { "new.txt": branch });
  const { press } = await slowly(took);
  const answer = await press.publish(publication(branch, head), async () => "the run is stopped by now");
  expect(answer).toMatchObject(opened === 1 ? { head } : { reason: "the run is stopped by now" });
  expect(await pullsOf(branch)).toHaveLength(opened);
});

it("says what GitHub has against a pull request without a commit [OUT-15]", async () => {
  const { data } = await wim.rest.git.getRef({ ...AT, ref: "heads/main" });
  const failure = await failureOf((await pressAt()).publish(publication("main", data.object.sha)));
  expect(failure).toMatchObject({ service: "github", retryable: false });
  expect(failure.message).toContain("No commits between main and main. What to do: the branches main and main must both be there");
});

it("reads the base as it is now with one request, and says when it is gone", async () => {
  const { data } = await wim.rest.git.getRef({ ...AT, ref: "heads/main" });
  const press = await pressAt();
  const asked = await requestsOf(github, async () => expect(await press.baseNow()).toBe(data.object.sha));
  expect(asked).toEqual(["GET git/ref/heads%2Fmain"]);
  const gone = githubPublisher(await asApp(github), { ...OPTIONS_OF_PRESS, base: "trunk" });
  expect((await failureOf(gone.baseNow())).message).toContain("there is no branch trunk in acme/widget any more");
});

it("names the setting that keeps a workflow from opening pull requests [OUT-15]", async () => {
  const thrown: unknown[] = [];
  let head = "";
  const files = { ...REPOSITORY.files, ".github/workflows/loop.yml": "on: workflow_dispatch\njobs: {}\n" };
  const own: GitHub = await aGitHub({
    repositories: [{ ...REPOSITORY, files, actionsMayCreatePullRequests: false }],
    runner: {
      run: async (job) => {
        const api = client(own, await job.token({ contents: "write", pull_requests: "write" }));
        thrown.push(await failureOf(githubPublisher(api, OPTIONS_OF_PRESS).publish(publication("loop/1", head))));
        return { conclusion: "success" };
      },
    },
  });
  head = await aBranch(as(own, "wim"), "loop/1", { "new.txt": "x" });
  await as(own, "wim").rest.actions.createWorkflowDispatch({ ...AT, workflow_id: "loop.yml", ref: "main" });
  const [failure] = await own.wait(() => thrown.length > 0 && thrown);
  expect(failure).toMatchObject({ service: "github", retryable: false });
  expect(String(failure)).toContain(
    'What to do: turn on "Allow GitHub Actions to create and approve pull requests" (Settings > Actions > General > Workflow permissions; ' +
      "an organisation or enterprise may have it off for all its repositories), then say `/loop resume`",
  );
  expect(own.failures).toEqual([]);
});

it("asked nothing that GitHub's description does not know", () => {
  expect(github.violations).toEqual([]);
  expect(github.failures).toEqual([]);
});

it("marks a commit with one check run, of which the newer one is shown [M1.04]", async () => {
  const head = await aBranch(wim, "loop/marked", { "new.txt": "m" });
  const press = await pressAt();
  const asked = await requestsOf(github, async () =>
    expect(await press.certify({ head, id: "7/a-run", title: "Score 0.90", text: "| a |" })).toBeNull(),
  );
  expect(asked).toEqual(["POST check-runs"]);
  await press.certify({ head, id: "7/a-run", title: "Score 1.00", text: "| b |" });
  const { data } = await wim.rest.checks.listForRef({ ...AT, ref: head });
  expect(data.check_runs.map(({ name, conclusion, output }) => [name, conclusion, output.title])).toContainEqual([
    "loop/score",
    "success",
    "Score 1.00",
  ]);
});

it("says why a commit has no check run, and what to do, to a token that may make none", async () => {
  const head = await aBranch(wim, "loop/unmarked", { "new.txt": "u" });
  const press = githubPublisher(wim, OPTIONS_OF_PRESS);
  expect(await press.certify({ head, id: "7/a-run", title: "Score 1.00", text: "" })).toMatch(
    /403.*What to do: give the job that publishes the permission `checks: write`/,
  );
});
