/** The memory of a repository on a ref of the loopback GitHub: the contract, what it costs, and answers that get lost. */
import { beforeEach, expect, it } from "vitest";
import { MEMORY_REF, memoryRef } from "#adapters/github/runs/memory-ref.ts";
import { memoriesAt } from "#adapters/memory/memories.ts";
import { memoryText } from "#core/outcome/memory-lines.ts";
import type { Memories } from "#ports/memory.ts";
import { aLesson, aMemory, learned } from "../../../builders/memory.ts";
import { addressOf, place } from "../../../lab/github/git-place.ts";
import { AT, aGitHubForAll } from "../../../lab/github/stage.ts";
import { MEMORIES_LAWS } from "../../contracts/memories-contract.ts";
import { type Fetch, writer } from "../ref-journal/ref-stage.ts";
import { requestsOf } from "../stage.ts";

const NO_TREE = (): Promise<never> => Promise.reject(new Error("nobody needs the files"));
const lessonOf = (key: string) => aLesson({ learned: [learned(key)] });

const github = await aGitHubForAll();
const api = writer(github);
const open = (through?: Fetch): Memories => memoriesAt(memoryRef(writer(github, through), AT, null));

async function put(text: string): Promise<void> {
  const place = memoryRef(api, AT, null);
  expect(await place.replace(await place.read(), text, "by hand")).toBe(true);
}

async function remove(): Promise<void> {
  const { head } = await memoryRef(api, AT, null).read();
  if (head !== null) await api.rest.git.deleteRef({ ...AT, ref: MEMORY_REF.slice(5) });
}

beforeEach(remove);

it("on a ref: the contract, law by law [S3.32, S3.42, M0.03]", async () => {
  for (const { holds } of MEMORIES_LAWS) {
    await holds({ open, put });
    await remove();
  }
  expect(github.violations).toEqual([]);
});

it("is a file that git shows, with a commit for each change that says why [S3.32]", async () => {
  await open().keep(lessonOf("npm ci"), NO_TREE);
  await open().keep(lessonOf("make deps"), NO_TREE);
  const { data } = await api.rest.git.getRef({ ...AT, ref: MEMORY_REF.slice(5) });
  const { data: commit } = await api.rest.git.getCommit({ ...AT, commit_sha: data.object.sha });
  expect([commit.message, commit.parents.length]).toEqual(["loopwright: what run later-20260102-000000 left", 1]);
  const { data: tree } = await api.rest.git.getTree({ ...AT, tree_sha: commit.tree.sha });
  expect(tree.tree.map(({ path }) => path)).toEqual(["memory.jsonl"]);
  const { git } = await place();
  await git("clone", "--quiet", addressOf(github.url, "widget"), ".");
  await git("fetch", "--quiet", "origin", "refs/loopwright/memory");
  expect(await git("show", "FETCH_HEAD:memory.jsonl")).toContain("make deps");
});

it("costs one request to find nothing, four to begin, five to add, two to see that there is nothing new", async () => {
  const { data } = await api.rest.repos.get(AT);
  const here = (): Memories => memoriesAt(memoryRef(api, AT, data.node_id));
  const costs: number[] = [];
  for (const work of [
    () => here().list(),
    () => here().keep(lessonOf("a"), NO_TREE),
    () => here().keep(lessonOf("b"), NO_TREE),
    () => here().keep(lessonOf("b"), NO_TREE),
  ])
    costs.push((await requestsOf(github, work)).length);
  expect(costs).toEqual([1, 4, 5, 2]);
});

it("knows a change that took effect although its answer got lost", async () => {
  const memories = open(losing((body) => body.includes("updateRefs"), "after"));
  await memories.keep(lessonOf("npm ci"), NO_TREE);
  expect(await open().list()).toHaveLength(1);
});

it("says so where the ref could not be moved, with what to do", async () => {
  const memories = open(losing((body) => body.includes("updateRefs"), "before"));
  await expect(memories.keep(lessonOf("npm ci"), NO_TREE)).rejects.toMatchObject({
    name: "Failure",
    service: "journal",
    message: expect.stringContaining(`keeps the App from moving ${MEMORY_REF}`),
  });
  expect(await open().list()).toEqual([]);
});

it("takes a ref without the file for an empty memory", async () => {
  await put(memoryText([aMemory("npm ci")]));
  const { data } = await api.rest.git.getRef({ ...AT, ref: "heads/main" });
  await api.rest.git.updateRef({ ...AT, ref: MEMORY_REF.slice(5), sha: data.object.sha, force: true });
  expect(await open().list()).toEqual([]);
});

/** A network that loses each answer whose request is of that kind, before or after it has reached GitHub. */
function losing(isIt: (body: string) => boolean, when: "before" | "after"): Fetch {
  return async (input, init) => {
    const lost = isIt(String(init?.body ?? ""));
    if (lost && when === "before") throw new TypeError("fetch failed");
    const answer = await fetch(input, init);
    if (lost) throw new TypeError("fetch failed");
    return answer;
  };
}
