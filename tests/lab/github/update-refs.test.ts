/** Refs: several move together or none does, in any namespace, and only as they were expected to stand. */
import { beforeAll, expect, it } from "vitest";
import { ZERO } from "./rules/refs.ts";
import { AT, aGitHubForAll, as, asApp, client, refused } from "./stage.ts";

const github = await aGitHubForAll();
const octokit = await asApp(github);
const INPUT = "mutation Move($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }";
const STATE = "refs/loopwright/issue-1/r1";
const WORK = "refs/heads/loop/1-sum";
let id: string;
let main: string;
let next: string;
let other: string;

beforeAll(async () => {
  id = (await octokit.rest.repos.get(AT)).data.node_id;
  main = (await octokit.rest.git.getRef({ ...AT, ref: "heads/main" })).data.object.sha;
  const tree = (await octokit.rest.git.getCommit({ ...AT, commit_sha: main })).data.tree.sha;
  const commit = async (message: string) => (await octokit.rest.git.createCommit({ ...AT, message, tree, parents: [main] })).data.sha;
  [next, other] = [await commit("next"), await commit("other")];
});

const move = (...refUpdates: readonly object[]) => octokit.graphql(INPUT, { input: { repositoryId: id, refUpdates } });
const at = async (ref: string): Promise<string | null> => {
  const found = await octokit.rest.git.listMatchingRefs({ ...AT, ref: ref.slice(5) });
  return found.data.find((one) => one.ref === ref)?.object.sha ?? null;
};

it("creates, moves and deletes several refs at once, below any name", async () => {
  await move({ name: STATE, beforeOid: ZERO, afterOid: main }, { name: WORK, beforeOid: ZERO, afterOid: main });
  expect([await at(STATE), await at(WORK)]).toEqual([main, main]);
  await move({ name: STATE, beforeOid: main, afterOid: next }, { name: WORK, beforeOid: main, afterOid: other, force: false });
  expect([await at(STATE), await at(WORK)]).toEqual([next, other]);
  await move({ name: STATE, beforeOid: next, afterOid: ZERO }, { name: WORK, beforeOid: other, afterOid: ZERO });
  expect([await at(STATE), await at(WORK)]).toEqual([null, null]);
});

const SAID = { type: "UNPROCESSABLE", path: ["updateRefs"] };
const UNSAID = { message: "Something went wrong while executing your query." };

it.each([
  { fault: "an expectation that is wrong", wrong: () => ({ name: WORK, beforeOid: next, afterOid: other }), says: UNSAID },
  { fault: "a ref that should not be there", wrong: () => ({ name: WORK, beforeOid: ZERO, afterOid: other }), says: UNSAID },
  { fault: "a commit that is not there", wrong: () => ({ name: WORK, beforeOid: main, afterOid: "a".repeat(40) }) },
  { fault: "a ref to delete that is not there", wrong: () => ({ name: "refs/heads/none", afterOid: ZERO }) },
  { fault: "a name that is not whole", wrong: () => ({ name: "main", afterOid: next }) },
  { fault: "a ref named twice", wrong: () => ({ name: STATE, beforeOid: ZERO, afterOid: next }) },
])("moves nothing for $fault", async ({ wrong, says = SAID }) => {
  await octokit.rest.git.createRef({ ...AT, ref: WORK, sha: main });
  const moved = move({ name: STATE, beforeOid: ZERO, afterOid: next }, wrong());
  await expect(moved).rejects.toMatchObject({ errors: [says] });
  expect([await at(STATE), await at(WORK)]).toEqual([null, main]);
  await octokit.rest.git.deleteRef({ ...AT, ref: WORK.slice(5) });
});

it("moves no branch backwards without force, and by REST any other ref", async () => {
  const ref = { name: "refs/loopwright/side", beforeOid: next, afterOid: other };
  await octokit.rest.git.createRef({ ...AT, ref: ref.name, sha: next });
  await expect(move(ref)).rejects.toMatchObject({ errors: [{ message: expect.stringContaining("fast-forward") }] });
  await octokit.rest.git.updateRef({ ...AT, ref: "loopwright/side", sha: other, force: false });
  expect(await at(ref.name)).toBe(other);
  await move({ ...ref, beforeOid: other, afterOid: next, force: true });
  expect(await at(ref.name)).toBe(next);
  await octokit.rest.git.createRef({ ...AT, ref: WORK, sha: next });
  const backwards = octokit.rest.git.updateRef({ ...AT, ref: WORK.slice(5), sha: other, force: false });
  expect(await refused(backwards)).toEqual({ status: 422, message: "Update is not a fast forward" });
  await octokit.rest.git.deleteRef({ ...AT, ref: WORK.slice(5) });
});

it("moves no ref to a changed workflow file without the permission for it", async () => {
  const tree = [{ path: ".github/workflows/x.yml", mode: "100644", type: "blob", content: "on: push\n" }] as const;
  const { data: changed } = await octokit.rest.git.createTree({ ...AT, tree: [...tree] });
  const { data: commit } = await octokit.rest.git.createCommit({ ...AT, message: "x", tree: changed.sha, parents: [main] });
  const ref = { ref: "refs/heads/workflow", sha: commit.sha };
  expect((await refused(octokit.rest.git.createRef({ ...AT, ...ref }))).message).toContain("without `workflows` permission");
  const moved = move({ name: ref.ref, beforeOid: ZERO, afterOid: commit.sha });
  await expect(moved).rejects.toMatchObject({ errors: [{ message: expect.stringContaining("without `workflows` permission") }] });
  await as(github, "wim").rest.git.createRef({ ...AT, ...ref });
  expect(await at(ref.ref)).toBe(commit.sha);
});

it("takes the refs apart from the input as well, and finds a repository's id", async () => {
  const query = "query Id($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }";
  expect(await octokit.graphql(query, { owner: "acme", name: "widget" })).toEqual({ repository: { id } });
  const mutation =
    "mutation($id: ID!, $refs: [RefUpdate!]!) { updateRefs(input: { repositoryId: $id, refUpdates: $refs }) { clientMutationId } }";
  await octokit.graphql(mutation, { id, refs: [{ name: "refs/loopwright/apart", beforeOid: ZERO, afterOid: main }] });
  expect(await at("refs/loopwright/apart")).toBe(main);
});

it("does not do what it does not know", async () => {
  await expect(octokit.graphql("query { viewer { login } }")).rejects.toThrow("only updateRefs");
  await expect(move({ name: STATE, afterOid: main, before: ZERO })).rejects.toThrow("invalid value");
});

it("lets only those write who may", async () => {
  const input = { repositoryId: id, refUpdates: [{ name: "refs/loopwright/x", beforeOid: ZERO, afterOid: main }] };
  await expect(as(github, "tess").graphql(INPUT, { input })).rejects.toMatchObject({ errors: [{ type: "FORBIDDEN" }] });
  expect((await refused(client(github).graphql(INPUT, { input }))).status).toBe(401);
  expect(await at("refs/loopwright/x")).toBeNull();
});

it("lists custom refs below a prefix", async () => {
  const { data } = await octokit.rest.git.listMatchingRefs({ ...AT, ref: "loopwright/" });
  expect(data.map(({ ref }) => ref)).toEqual(["refs/loopwright/apart", "refs/loopwright/side"]);
  expect(github.violations.flatMap(({ problems }) => problems)).toEqual([expect.stringContaining('Field "before" is not defined')]);
});
