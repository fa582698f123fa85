/** The job `publish` with a token of the maintainer's App: CI on the pull request begins by itself, and waits for a click without. */
import { afterAll, expect, it } from "vitest";
import { aLoneLab, LONE_WORKFLOW as WORKFLOW } from "../lone-lab.ts";
import { as } from "../people.ts";
import { aRepository, KEY } from "../stage.ts";
import { FILES, HYDRATION, MENDED, story, writes } from "../story.ts";

const CI = "on: pull_request\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo tested\n";
const withCi = (workflow: string) => ({
  files: { ...FILES, ".github/workflows/loopwright.yml": workflow, ".github/workflows/ci.yml": CI },
});

/** The workflow with another word for what the job gets. */
function changed(from: string, to: string): string {
  const text = WORKFLOW.replace(from, to);
  if (text === WORKFLOW) throw new Error(`bug: the workflow has no ${from}`);
  return text;
}

const REFUSED = changed("app-token: $" + "{{ steps.app.outputs.token }}", "app-token: ghs_that-was-revoked");
const KEYLESS = changed("secrets.LOOPWRIGHT_APP_PRIVATE_KEY", "secrets.NOBODY_SET_IT");
const WITHOUT = changed("if: vars.LOOPWRIGHT_APP_ID != ''", "if: vars.NOBODY_SET_IT != ''");

const app = {
  id: 5151,
  slug: "acme-publisher",
  clientId: "Iv1.acme-publisher",
  installation: 778,
  permissions: { contents: "write", pull_requests: "write" },
} as const;
const lab = await aLoneLab(
  [
    aRepository("begins", withCi(WORKFLOW)),
    aRepository("waits", withCi(WITHOUT)),
    aRepository("keyless", withCi(KEYLESS)),
    aRepository("refused", withCi(REFUSED)),
  ],
  story({
    // The second is asked for rules of the review.
    hydrator: [
      { reply: { json: HYDRATION } },
      { reply: { json: { rules: [], unmeasured: ["The change is marked."] } } },
      { reply: { json: HYDRATION }, repeat: true },
    ],
    coordinator: [{ reply: { json: { change: "result_change", atoms: ["A1"], why: "Another way of the same." } } }],
    "plan-critic": [{ reply: { json: { verdict: "PROCEED", findings: [] } }, repeat: true }],
    worker: [writes(MENDED), writes(`${MENDED}// reviewed\n`), ...Array.from({ length: 3 }, () => writes(MENDED))].flat(),
  }),
  { app },
);
const { github, begun, labelled, labelsOf, commentsOf, says, jobsOf, logOf } = lab;

afterAll(() => expect([github.violations, github.failures, lab.model.problems]).toEqual([[], [], []]));

/** An approved run that is over, its workflow run, and the pull request that there is. */
async function carriedOut(repo: string) {
  const { number } = await labelled(repo);
  const run = await begun("workflow_dispatch", says(repo, number, "/approve"));
  const [pull] = (await as(github, "ada").rest.pulls.list({ owner: "acme", repo })).data;
  return { number, run, pull, starts: github.starts.filter(({ on }) => on.startsWith(`acme/${repo}#`)) };
}

const ciRuns = (repo: string) => github.runs.filter((run) => run.event === "pull_request" && run.repository.name === repo);
const CLICK = "Approve workflows to run";

it("opens the pull request as the App, so that CI begins, and does all else as the workflow", async () => {
  const { number, run, pull, starts } = await carriedOut("begins");
  expect(jobsOf(run)).toMatchObject({ publish: "success", close: "success" });
  expect([pull?.user?.login, pull?.body?.includes(CLICK)]).toEqual(["acme-publisher[bot]", false]);
  expect(starts).toMatchObject([{ event: "opened", by: "acme-publisher[bot]", head: pull?.head.sha, started: "yes" }]);
  await github.wait(() => ciRuns("begins").some(({ status }) => status === "completed"));
  expect(ciRuns("begins").map(({ sha, conclusion }) => [sha, conclusion])).toEqual([[pull?.head.sha, "success"]]);
  const asked = github.requests.filter(({ actor, path }) => actor.startsWith("acme-publisher") && path.startsWith("/repos/acme/begins"));
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /repos/acme/begins/installation",
    "POST /repos/acme/begins/pulls",
  ]);
  const revoked = github.requests.filter(({ method, path }) => method === "DELETE" && path === "/installation/token");
  expect(revoked).toMatchObject([{ actor: "acme-publisher[bot]", status: 204 }]);
  expect(new Set((await commentsOf("begins", number)).map(({ by }) => by))).toEqual(new Set(["github-actions[bot]", "wim"]));
  expect(logOf(run)).not.toContain(github.apps[0]?.privateKey.split("\n")[1]);
  expect(github.runs.filter((one) => logOf(one).includes(KEY))).toEqual([]);
});

it("updates the App's pull request as the App after a review, and says that what the job run pushed waits", async () => {
  const [pull] = (await as(github, "ada").rest.pulls.list({ owner: "acme", repo: "begins" })).data;
  const at = { owner: "acme", repo: "begins", pull_number: pull?.number ?? 0 };
  const run = await begun("workflow_dispatch", () =>
    as(github, "ada").rest.pulls.createReview({ ...at, event: "REQUEST_CHANGES", body: "Mark it." }),
  );
  expect(jobsOf(run)).toMatchObject({ publish: "success" });
  const { data } = await as(github, "ada").rest.pulls.get(at);
  expect(data.body).toMatch(/Its newest commits were pushed with the workflow's own token.*Approve workflows to run/);
  const last = { event: "synchronize", by: "github-actions[bot]", head: data.head.sha, started: "waits" };
  expect(github.starts.filter(({ on }) => on.startsWith("acme/begins#")).at(-1)).toMatchObject(last);
  const asked = github.requests.filter(({ method, path }) => method === "PATCH" && path.endsWith(`/pulls/${data.number}`));
  expect(asked.map(({ actor }) => actor)).toEqual(["acme-publisher[bot]"]);
});

it("opens it as the workflow where no App is named: CI waits, and the pull request says what to click", async () => {
  const { run, pull, starts } = await carriedOut("waits");
  expect(jobsOf(run)).toMatchObject({ publish: "success" });
  expect(starts).toMatchObject([{ event: "opened", by: "github-actions[bot]", started: "waits" }]);
  expect(pull?.body).toContain(`whoever may write selects **${CLICK}** in the merge box`);
  expect(ciRuns("waits")).toEqual([]);
});

it("has a red job where no token can be made, and shows the work all the same", async () => {
  const { number, run, pull, starts } = await carriedOut("keyless");
  expect(jobsOf(run)).toMatchObject({ publish: "failure", close: "success" });
  expect(logOf(run)).toMatch(/publish \| ##\[error\]actions\/create-github-app-token/);
  expect([pull?.user?.login, pull?.body?.includes(CLICK), starts[0]?.started]).toEqual(["github-actions[bot]", true, "waits"]);
  expect(await labelsOf("keyless", number)).toEqual(["loop", "loop:completed"]);
});

it("ends with words on what to do where GitHub refuses the token, and opens nothing", async () => {
  const { number, run, pull } = await carriedOut("refused");
  expect([jobsOf(run)["publish"], pull]).toEqual(["failure", undefined]);
  expect(logOf(run)).not.toContain("ghs_that-was-revoked");
  const [last = ""] = (await commentsOf("refused", number)).map(({ text }) => text).slice(-1);
  expect(last).toMatch(
    /GitHub answered 401: Bad credentials. What to do: set LOOPWRIGHT&#x5f;APP&#x5f;ID .* then say &#x60;[/]loop resume/,
  );
  expect(await labelsOf("refused", number)).toEqual(["loop", "loop:failed"]);
});
