/** Pull requests as they are on GitHub: refused in the same words, following their branch, and issues as well. */
import { expect, it } from "vitest";
import type { GitHub } from "./github.ts";
import { AT, aGitHub, as, asApp, client, PRIVATE, REPOSITORY, refused } from "./stage.ts";

type Client = ReturnType<typeof as>;

/** A branch with one commit on `main`. */
async function branch(octokit: Client, name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const { data: main } = await octokit.rest.git.getRef({ ...AT, ref: "heads/main" });
  const { data: base } = await octokit.rest.git.getCommit({ ...AT, commit_sha: main.object.sha });
  const tree = Object.entries(files).map(([path, content]) => ({ path, content, mode: "100644" as const, type: "blob" as const }));
  const { data: written } = await octokit.rest.git.createTree({ ...AT, base_tree: base.tree.sha, tree });
  const { data: commit } = await octokit.rest.git.createCommit({ ...AT, message: "work", tree: written.sha, parents: [main.object.sha] });
  await octokit.rest.git.createRef({ ...AT, ref: `refs/heads/${name}`, sha: commit.sha });
  return commit.sha;
}

const PULL = { ...AT, title: "Add", head: "loop/1", base: "main", draft: true };

it("opens a pull request with its files, as an issue too", async () => {
  const github = await aGitHub();
  const wim = as(github, "wim");
  const sha = await branch(wim, "loop/1", { "src/sum.js": "export const sum = (a, b) => a + b;\n", "new.txt": "1\n2\n" });
  const { data: opened } = await wim.rest.pulls.create({ ...PULL, head: "acme:loop/1" });
  expect(opened).toMatchObject({ number: 1, draft: true, changed_files: 2, additions: 3, deletions: 1, head: { sha } });
  const { data: files } = await wim.rest.pulls.listFiles({ ...AT, pull_number: 1 });
  expect(files.map(({ filename, status }) => `${status} ${filename}`)).toEqual(["added new.txt", "modified src/sum.js"]);
  await wim.rest.issues.createComment({ ...AT, issue_number: 1, body: "/redirect" });
  const { data: issue } = await wim.rest.issues.get({ ...AT, issue_number: 1 });
  expect(issue.pull_request?.html_url).toBe(`${github.url}/acme/widget/pull/1`);
  const comment = await github.wait(() => github.deliveries.find(({ event }) => event === "issue_comment"));
  expect(comment.payload).toMatchObject({ issue: { number: 1, pull_request: { html_url: issue.pull_request?.html_url } } });
  await wim.rest.issues.addLabels({ ...AT, issue_number: 1, labels: ["loop:done"] });
  const labeled = await github.wait(() => github.deliveries.find(({ action }) => action === "labeled"));
  expect(labeled).toMatchObject({ event: "pull_request", payload: { number: 1, label: { name: "loop:done" } } });
  expect(github.violations).toEqual([]);
});

it("tells of reviews with their comments on lines, takes answers to them, and tells who closed", async () => {
  const github = await aGitHub();
  const wim = as(github, "wim");
  await branch(wim, "loop/1", { "src/sum.js": "export const sum = (a, b) => a + b;\n" });
  const { data: pull } = await wim.rest.pulls.create({ ...PULL, draft: false });
  const at = { ...AT, pull_number: pull.number };
  const comments = [
    { path: "src/sum.js", line: 2, body: "Name it add." },
    { path: "src/sum.js", position: 1, body: "Export it." },
  ];
  const { data: review } = await as(github, "ada").rest.pulls.createReview({ ...at, event: "REQUEST_CHANGES", body: "Almost.", comments });
  const told = await github.wait(() => github.deliveries.find(({ event }) => event === "pull_request_review"));
  expect(told).toMatchObject({
    action: "submitted",
    payload: {
      review: { id: review.id, state: "changes_requested", body: "Almost.", user: { login: "ada" }, submitted_at: expect.any(String) },
      pull_request: {
        number: pull.number,
        head: { ref: "loop/1", repo: { id: expect.any(Number) } },
        base: { repo: { id: expect.any(Number) } },
      },
    },
  });
  const { data: remarks } = await wim.rest.pulls.listCommentsForReview({ ...at, review_id: review.id });
  expect(remarks).toMatchObject([
    { path: "src/sum.js", body: "Name it add.", line: 2, original_line: 2 },
    { path: "src/sum.js", body: "Export it." },
  ]);
  expect(remarks[1]).not.toHaveProperty("line");
  const octokit = await asApp(github);
  await octokit.rest.pulls.createReplyForReviewComment({ ...at, comment_id: remarks[0]?.id ?? 0, body: "Done." });
  const { data: all } = await wim.rest.pulls.listReviewComments(at);
  expect(all.map(({ body, in_reply_to_id, user }) => [body, in_reply_to_id ?? null, user.type])).toEqual([
    ["Name it add.", null, "User"],
    ["Export it.", null, "User"],
    ["Done.", remarks[0]?.id, "Bot"],
  ]);
  expect((await refused(octokit.rest.pulls.createReplyForReviewComment({ ...at, comment_id: 999, body: "x" }))).status).toBe(404);
  await wim.rest.pulls.update({ ...at, state: "closed" });
  const closed = await github.wait(() => github.deliveries.find(({ event, action }) => event === "pull_request" && action === "closed"));
  expect(closed.payload).toMatchObject({ pull_request: { merged: false, updated_at: expect.any(String) }, sender: { login: "wim" } });
  expect(github.violations).toEqual([]);
});

it("refuses what cannot be a pull request, in GitHub's words", async () => {
  const github = await aGitHub();
  const wim = as(github, "wim");
  const opening = (change: object) => wim.rest.pulls.create({ ...PULL, ...change });
  const errors = (...entries: readonly object[]) => ({
    status: 422,
    response: { data: { message: "Validation Failed", errors: entries } },
  });
  await expect(opening({})).rejects.toMatchObject(errors({ resource: "PullRequest", field: "head", code: "invalid" }));
  await branch(wim, "loop/1", { "new.txt": "x" });
  await expect(opening({ base: "none" })).rejects.toMatchObject(errors({ field: "base" }));
  await expect(opening({ head: "main" })).rejects.toMatchObject(errors({ message: "No commits between main and main" }));
  await opening({});
  await expect(opening({})).rejects.toMatchObject(errors({ message: "A pull request already exists for acme:loop/1." }));
  expect((await refused(wim.rest.pulls.merge({ ...AT, pull_number: 1 }))).status).toBe(405);
});

it.each([{ may: true }, { may: false }])("lets a workflow open a pull request only where the setting says so: $may", async ({ may }) => {
  const tokens: string[] = [];
  const files = { ...REPOSITORY.files, ".github/workflows/loop.yml": "on: issues\njobs: {}\n" };
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const github: GitHub = await aGitHub({
    repositories: [{ ...REPOSITORY, files, actionsMayCreatePullRequests: may }, PRIVATE],
    runner: {
      async run(job) {
        tokens.push(await job.token({ pull_requests: "write", contents: "write" }));
        await ended;
        return { conclusion: "success" };
      },
    },
  });
  await as(github, "ada").rest.issues.create({ ...AT, title: "x" });
  await branch(as(github, "wim"), "loop/1", { "new.txt": "x" });
  await github.wait(() => tokens.length > 0 || github.runs.some(({ status }) => status === "completed"));
  const opening = client(github, tokens[0]).rest.pulls.create(PULL);
  if (may) {
    const { data } = await opening;
    expect(data.user?.login).toBe("github-actions[bot]");
    expect(github.starts).toMatchObject([{ on: "acme/widget#2", head: data.head.sha, event: "opened", started: "waits" }]);
  } else
    expect(await refused(opening)).toEqual({
      status: 403,
      message: "GitHub Actions is not permitted to create or approve pull requests.",
    });
  end();
});

it("takes a text of 65,536 characters and no longer one", async () => {
  const octokit = await asApp(await aGitHub());
  const { data: issue } = await octokit.rest.issues.create({ ...AT, title: "x", body: "x".repeat(65_536) });
  const number = { ...AT, issue_number: issue.number };
  const { data: comment } = await octokit.rest.issues.createComment({ ...number, body: "x".repeat(65_536) });
  const long = "x".repeat(65_537);
  const tooLong = {
    status: 422,
    response: { data: { errors: [{ message: expect.stringContaining("ody is too long (maximum is 65536 characters)") }] } },
  };
  await expect(octokit.rest.issues.createComment({ ...number, body: long })).rejects.toMatchObject(tooLong);
  await expect(octokit.rest.issues.updateComment({ ...AT, comment_id: comment.id, body: long })).rejects.toMatchObject(tooLong);
  await expect(octokit.rest.issues.create({ ...AT, title: "x", body: long })).rejects.toMatchObject(tooLong);
});

it("keeps a locked issue to people who may write", async () => {
  const github = await aGitHub();
  const { data: issue } = await as(github, "otto").rest.issues.create({ ...AT, title: "x" });
  const number = { ...AT, issue_number: issue.number };
  await as(github, "wim").rest.issues.lock(number);
  await as(github, "wim").rest.issues.createComment({ ...number, body: "x" });
  const locked = { status: 403, message: "Unable to create comment because issue is locked." };
  expect(await refused(as(github, "otto").rest.issues.createComment({ ...number, body: "x" }))).toEqual(locked);
});

it("keeps check runs of the App on a commit", async () => {
  const github = await aGitHub();
  const octokit = await asApp(github);
  const { data: main } = await octokit.rest.git.getRef({ ...AT, ref: "heads/main" });
  const { data: run } = await octokit.rest.checks.create({ ...AT, name: "loop", head_sha: main.object.sha, status: "in_progress" });
  await octokit.rest.checks.update({ ...AT, check_run_id: run.id, status: "completed", conclusion: "success" });
  const { data } = await octokit.rest.checks.listForRef({ ...AT, ref: main.object.sha });
  expect(data.check_runs).toMatchObject([{ name: "loop", conclusion: "success" }]);
  await github.wait(() => github.deliveries.length === 3);
  expect(github.deliveries.map(({ event, action }) => `${event} ${action}`)).toEqual([
    "check_run created",
    "check_run completed",
    "check_suite completed",
  ]);
});

it("makes a draft ready for review, for those who may write", async () => {
  const github = await aGitHub();
  const wim = as(github, "wim");
  await branch(wim, "loop/1", { "new.txt": "1\n" });
  const { data: pull } = await wim.rest.pulls.create(PULL);
  const ready = "mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { clientMutationId } }";
  const forbidden = { errors: [{ type: "FORBIDDEN" }] };
  await expect(as(github, "rob").graphql(ready, { id: pull.node_id })).rejects.toMatchObject(forbidden);
  await expect(wim.graphql(ready, { id: "PR_none" })).rejects.toMatchObject({ errors: [{ type: "NOT_FOUND" }] });
  expect((await wim.rest.pulls.get({ ...AT, pull_number: pull.number })).data.draft).toBe(true);
  await wim.graphql(ready, { id: pull.node_id });
  expect((await wim.rest.pulls.get({ ...AT, pull_number: pull.number })).data.draft).toBe(false);
  const told = await github.wait(() => github.deliveries.find(({ action }) => action === "ready_for_review"));
  expect(told.payload).toMatchObject({ number: pull.number, pull_request: { draft: false } });
});
