/** Publishing with the token of a maintainer's App beside the workflow's own: which of them does what, and whose pull requests are ours. */
import { expect, it } from "vitest";
import { type GitHubPublisherOptions, githubPublisher } from "#adapters/github/github-publisher.ts";
import { as, asApp, client } from "../../builders/lab-clients.ts";
import type { GitHub } from "../../lab/github/github.ts";
import { AT, aGitHub, REPOSITORY } from "../../lab/github/stage.ts";
import { aBranch } from "./branch.ts";
import { failureOf, hastyClock } from "./stage.ts";

const OPTIONS = { ...AT, base: "main", clock: hastyClock() };
const WORKFLOW = "on: workflow_dispatch\njobs: {}\n";
const ACTIONS = "github-actions[bot]";
const APP = "loopwright[bot]";

type Publish = (app: GitHubPublisherOptions["app"]) => ReturnType<typeof githubPublisher>;

/** What a job does with its own token, in a workflow run; what it throws is thrown here. */
async function inJob(deed: (own: GitHub, publisher: Publish) => Promise<void>): Promise<GitHub> {
  const own: GitHub = await aGitHub({
    repositories: [
      { ...REPOSITORY, files: { ...REPOSITORY.files, ".github/workflows/loop.yml": WORKFLOW }, actionsMayCreatePullRequests: true },
    ],
    runner: {
      run: async (job) => {
        const api = client(own, await job.token({ contents: "write", pull_requests: "write", checks: "write" }));
        await deed(own, (app) => githubPublisher(api, { ...OPTIONS, ...(app && { app }) }));
        return { conclusion: "success" };
      },
    },
  });
  await as(own, "wim").rest.actions.createWorkflowDispatch({ ...AT, workflow_id: "loop.yml", ref: "main" });
  await own.wait(({ runs }) => runs[0]?.status === "completed");
  expect([own.failures, own.violations]).toEqual([[], []]);
  return own;
}

/** Who asked for what that changes pull requests or makes check runs, in order. */
const writes = ({ requests }: GitHub): readonly string[] =>
  requests.flatMap(({ actor, method, path, status }) =>
    method !== "GET" && status < 400 && /[/](pulls|check-runs|graphql)/.test(path)
      ? [`${actor}: ${method} ${path.split("/").slice(4).join("/") || "graphql"}`]
      : [],
  );

const publication = (branch: string, head: string) => ({
  ...{ title: "Add", body: "Closes #1", branch, head, base: "main" },
  ...{ number: null, titled: null, draft: false },
});

it("opens, updates and makes ready as the App, and marks the commit as the workflow", async () => {
  const github = await inJob(async (own, publisher) => {
    const head = await aBranch(as(own, "wim"), "loop/1", { "new.txt": "x" });
    const press = publisher(await asApp(own));
    expect([press.opener, publisher(null).opener]).toEqual(["app", "workflow"]);
    expect(await press.publish({ ...publication("loop/1", head), draft: true })).toMatchObject({ number: 1, head });
    expect(await press.publish({ ...publication("loop/1", head), number: 1 })).toMatchObject({ number: 1, head });
    expect(await press.certify({ head, id: "7/a-run", title: "Score 1.00", text: "" })).toBeNull();
  });
  expect(writes(github)).toEqual([`${APP}: POST pulls`, `${APP}: POST graphql`, `${APP}: PATCH pulls/1`, `${ACTIONS}: POST check-runs`]);
  expect(github.starts).toMatchObject([{ event: "opened", by: APP, started: "yes" }]);
});

it("takes what the one opened for ours where the other publishes, since both are Apps [OUT-14]", async () => {
  const github = await inJob(async (own, publisher) => {
    const app = await asApp(own);
    for (const [branch, first, then] of [
      ["loop/1", null, app],
      ["loop/2", app, null],
    ] as const) {
      const head = await aBranch(as(own, "wim"), branch, { "new.txt": branch });
      const opened = await publisher(first).publish(publication(branch, head));
      expect(await publisher(then).publish({ ...publication(branch, head), body: "Again" })).toEqual(opened);
    }
  });
  const { data } = await as(github, "wim").rest.pulls.list(AT);
  expect(data.map(({ user, body }) => [user?.login, body])).toEqual([
    [APP, "Again"],
    [ACTIONS, "Again"],
  ]);
});

it.each([null, 1])("says what to do where GitHub refuses the App's token, and opens nothing: of pull request %s", async (number) => {
  const github = await inJob(async (own, publisher) => {
    const head = await aBranch(as(own, "wim"), "loop/1", { "new.txt": "x" });
    const failure = await failureOf(publisher(client(own, "ghs_revoked")).publish({ ...publication("loop/1", head), number }));
    expect(failure).toMatchObject({ service: "github", retryable: false });
    expect(failure.message).toMatch(/401: Bad credentials. What to do: set LOOPWRIGHT_APP_ID and LOOPWRIGHT_APP_PRIVATE_KEY anew/);
  });
  expect(writes(github)).toEqual([]);
});
