/** Webhooks: real Probot takes them, they come in order, and what they say is what happened. */
import { once } from "node:events";
import { createServer } from "node:http";
import { createNodeMiddleware, Probot } from "probot";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { bellOf } from "./bell.ts";
import type { GitHub } from "./github.ts";
import type { GitHubOptions } from "./options.ts";
import { AT, aGitHub, as, asApp, OPTIONS, refused } from "./stage.ts";

interface Heard {
  readonly id: string;
  readonly name: string;
  // Probot's payloads are a union of all events; a test looks at one.
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A GitHub whose webhooks real Probot listens to with this secret. */
async function listening(
  options: Partial<GitHubOptions> = {},
  secret = OPTIONS.secret,
): Promise<{ github: GitHub; heard: readonly Heard[] }> {
  let url: string | null = null;
  const heard: Heard[] = [];
  const github = await aGitHub({ ...options, hookUrl: () => url });
  const probot = new Probot({ appId: 1, privateKey: github.apps[0]?.privateKey ?? "", secret, logLevel: "fatal" });
  const listen = (app: Probot): void => app.onAny(({ id, name, payload }) => void heard.push({ id, name, payload: { ...payload } }));
  const server = createServer(await createNodeMiddleware(listen, { probot, webhooksPath: "/hooks" })).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  url = `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}/hooks`;
  return { github, heard };
}

/** Waits until so many deliveries are done. */
async function told(github: GitHub, count: number): Promise<readonly string[]> {
  await github.wait(() => github.deliveries.filter(({ statuses }) => statuses.length > 0).length >= count);
  return github.deliveries.map(({ event, action }) => (action === null ? event : `${event}.${action}`));
}

it("tells of an issue's life in its order, to real Probot, signed", async () => {
  const { github, heard } = await listening();
  const ada = as(github, "ada");
  const { data: issue } = await ada.rest.issues.create({ ...AT, title: "Sum subtracts", labels: ["bug"] });
  const number = { ...AT, issue_number: issue.number };
  await ada.rest.issues.addLabels({ ...number, labels: ["loop"] });
  await ada.rest.issues.removeLabel({ ...number, name: "bug" });
  await ada.rest.issues.update({ ...number, body: "More of it." });
  const octokit = await asApp(github);
  const { data: comment } = await octokit.rest.issues.createComment({ ...number, body: "A plan." });
  await octokit.rest.issues.updateComment({ ...AT, comment_id: comment.id, body: "A better plan." });
  await ada.rest.issues.update({ ...number, state: "closed" });
  const expected = ["opened", "labeled", "labeled", "unlabeled", "edited"].map((action) => `issues.${action}`);
  const all = [...expected, "issue_comment.created", "issue_comment.edited", "issues.closed"];
  expect(await told(github, all.length)).toEqual(all);
  expect(heard.map(({ name }) => name)).toEqual(all.map((name) => name.split(".")[0]));
  expect(new Set(github.deliveries.map(({ guid }) => guid)).size).toBe(all.length);
  expect(heard[2]?.payload).toMatchObject({
    installation: { id: 777 },
    label: { name: "loop", id: expect.any(Number) },
    repository: { full_name: "acme/widget", owner: { login: "acme", type: "Organization" } },
    sender: { login: "ada", type: "User" },
  });
  expect(heard[5]?.payload).toMatchObject({
    comment: { performed_via_github_app: { slug: "loopwright", id: 4242 } },
    sender: { login: "loopwright[bot]", type: "Bot" },
  });
  expect(heard[6]?.payload).toMatchObject({ changes: { body: { from: "A plan." } } });
});

it("is not believed with another secret", async () => {
  const { github, heard } = await listening({}, "another secret");
  await as(github, "ada").rest.issues.create({ ...AT, title: "x" });
  await told(github, 1);
  expect(github.deliveries[0]?.statuses).toEqual([400]);
  expect(heard).toEqual([]);
});

it("sends a doubled delivery twice with one id, and a dropped one never", async () => {
  const faults = { opened: "doubled", labeled: "dropped" } as const;
  const { github, heard } = await listening({
    deliveryFault: ({ action }) => (action === "opened" || action === "labeled" ? faults[action] : null),
  });
  const { data } = await as(github, "ada").rest.issues.create({ ...AT, title: "x", labels: ["loop"] });
  await as(github, "ada").rest.issues.update({ ...AT, issue_number: data.number, state: "closed" });
  expect(await told(github, 2)).toEqual(["issues.opened", "issues.labeled", "issues.closed"]);
  expect(heard.map(({ payload }) => payload["action"])).toEqual(["opened", "opened", "closed"]);
  expect(heard[0]?.id).toBe(heard[1]?.id);
});

it("tells of branches, of pull requests and of their new commits", async () => {
  const { github, heard } = await listening();
  const wim = as(github, "wim");
  const { data: main } = await wim.rest.git.getRef({ ...AT, ref: "heads/main" });
  await wim.rest.git.createRef({ ...AT, ref: "refs/heads/loop/1", sha: main.object.sha });
  const commit = async (content: string, parent: string): Promise<string> => {
    const base = await wim.rest.git.getCommit({ ...AT, commit_sha: parent });
    const { data: tree } = await wim.rest.git.createTree({
      ...AT,
      base_tree: base.data.tree.sha,
      tree: [{ path: "src/sum.js", mode: "100644", type: "blob", content }],
    });
    const { data } = await wim.rest.git.createCommit({ ...AT, message: "work", tree: tree.sha, parents: [parent] });
    await wim.rest.git.updateRef({ ...AT, ref: "heads/loop/1", sha: data.sha });
    return data.sha;
  };
  const first = await commit("1;\n", main.object.sha);
  await wim.rest.pulls.create({ ...AT, title: "Add", head: "loop/1", base: "main" });
  const second = await commit("2;\n", first);
  const all = ["create", "push", "push", "pull_request.opened", "push", "pull_request.synchronize"];
  expect(await told(github, all.length)).toEqual(all);
  const pull = { number: 1, pull_request: { number: 1, changed_files: 1, head: { ref: "loop/1" } } };
  expect(heard[3]?.payload).toMatchObject(pull);
  expect(heard[5]?.payload).toMatchObject({ ...pull, before: first, after: second, pull_request: { head: { sha: second } } });
});

it("tells nothing of what was refused", async () => {
  const { github } = await listening();
  await refused(as(github, "otto").rest.git.createRef({ ...AT, ref: "refs/heads/x", sha: "a".repeat(40) }));
  await as(github, "ada").rest.issues.create({ ...AT, title: "x" });
  expect(await told(github, 1)).toEqual(["issues.opened"]);
});

it("keeps one reaction of a kind for each person", async () => {
  const { github } = await listening();
  const { data: issue } = await as(github, "ada").rest.issues.create({ ...AT, title: "x" });
  const number = { ...AT, issue_number: issue.number };
  const octokit = await asApp(github);
  const first = await octokit.rest.reactions.createForIssue({ ...number, content: "eyes" });
  const again = await octokit.rest.reactions.createForIssue({ ...number, content: "eyes" });
  expect([first.status, again.status, again.data.id]).toEqual([201, 200, first.data.id]);
  const { data: comment } = await octokit.rest.issues.createComment({ ...number, body: "x" });
  await as(github, "otto").rest.reactions.createForIssueComment({ ...AT, comment_id: comment.id, content: "rocket" });
  const { data: shown } = await octokit.rest.reactions.listForIssue(number);
  expect(shown).toMatchObject([{ content: "eyes", user: { login: "loopwright[bot]" } }]);
  expect(github.reactions.map(({ on, login, content }) => [on, login, content])).toEqual([
    ["acme/widget/issues/1", "loopwright[bot]", "eyes"],
    [`acme/widget/issues/comments/${comment.id}`, "otto", "rocket"],
  ]);
  expect(await refused(octokit.rest.reactions.createForIssue({ ...AT, issue_number: 99, content: "eyes" }))).toMatchObject({ status: 404 });
  await octokit.rest.reactions.deleteForIssue({ ...number, reaction_id: first.data.id });
  expect(github.reactions).toHaveLength(1);
});

it("says what it waited for in vain", async () => {
  await expect(bellOf().wait(() => null, 1)).rejects.toThrow("waited 1 ms in vain");
});
