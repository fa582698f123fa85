/** The workflows of a pull request begin or wait: by whose token opened and moved it. */
import { expect, it } from "vitest";
import { ciStartOf } from "./ci-start.ts";
import { AT, aGitHub, as, asApp, REPOSITORY } from "./stage.ts";

it("starts them for what an App opens and moves, and tells nothing of other changes", async () => {
  const github = await aGitHub();
  const octokit = await asApp(github);
  const { data: main } = await octokit.rest.git.getRef({ ...AT, ref: "heads/main" });
  const { data: base } = await octokit.rest.git.getCommit({ ...AT, commit_sha: main.object.sha });
  const commit = async (text: string, parent: string): Promise<string> => {
    const tree = [{ path: "new.txt", content: text, mode: "100644" as const, type: "blob" as const }];
    const { data: written } = await octokit.rest.git.createTree({ ...AT, base_tree: base.tree.sha, tree });
    return (await octokit.rest.git.createCommit({ ...AT, message: text, tree: written.sha, parents: [parent] })).data.sha;
  };
  const first = await commit("1\n", main.object.sha);
  await octokit.rest.git.createRef({ ...AT, ref: "refs/heads/loop/1", sha: first });
  const { data: pull } = await octokit.rest.pulls.create({ ...AT, title: "Add", head: "loop/1", base: "main" });
  const second = await commit("2\n", first);
  const { data: repository } = await octokit.rest.repos.get(AT);
  const move = `mutation($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }`;
  const refUpdates = [{ name: "refs/heads/loop/1", beforeOid: first, afterOid: second }];
  await octokit.graphql(move, { input: { repositoryId: repository.node_id, refUpdates } });
  const at = { ...AT, pull_number: pull.number };
  await octokit.rest.pulls.update({ ...at, title: "Add it" });
  await as(github, "wim").rest.pulls.update({ ...at, state: "closed" });
  await as(github, "wim").rest.pulls.update({ ...at, state: "open" });
  const start = { on: `acme/widget#${pull.number}`, by: "loopwright[bot]", started: "yes" };
  expect(github.starts).toEqual([
    { ...start, head: first, event: "opened" },
    { ...start, head: second, event: "synchronize" },
    { ...start, head: second, event: "reopened", by: "wim" },
  ]);
});

it.each(["opened", "reopened", "synchronize"])("has what GITHUB_TOKEN does to a pull request wait for a click: %s", (action) => {
  const payload = { action, pull_request: { number: 7, head: { sha: "a" } }, sender: { login: "github-actions[bot]" } };
  const started = { on: "acme/widget#7", started: "waits" };
  expect(ciStartOf({ event: "pull_request", payload }, REPOSITORY)).toMatchObject(started);
});
