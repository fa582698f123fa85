/** The base branch moves, is rewritten or goes away while the work is done: it is merged with in a scratch tree, or told of, and never resolved by us (GIT-13). */
import { expect, it } from "vitest";
import { githubPublisher } from "#adapters/github/github-publisher.ts";
import { systemClock } from "#adapters/system-clock.ts";
import type { Case } from "../../action/case.ts";
import { as } from "../../action/people.ts";
import { anActionLab, aRepository } from "../../action/stage.ts";
import { MENDED, story, writes } from "../../action/story.ts";

const lab = await anActionLab(["one", "many", "gone", "clash", "forced"].map((name) => aRepository(name)));
const { git } = as(lab.github, "ada").rest;

/** The worker waits until it is let go: the checkout is made by then. */
function slow() {
  const [first, ...rest] = writes(MENDED);
  return story({ worker: [{ reply: { json: {} }, ...first, fault: { held: true } }, ...rest] });
}

const at = (repo: string) => ({ owner: "acme", repo });

/** So many commits on `main`; the first changes this file. `rewritten`: they grow from nothing. Gives the last. */
async function moveBase(repo: string, commits: number, path: string, rewritten = false): Promise<string> {
  const { data: ref } = await git.getRef({ ...at(repo), ref: "heads/main" });
  const { data: base } = await git.getCommit({ ...at(repo), commit_sha: ref.object.sha });
  const change = { path, mode: "100644" as const, type: "blob" as const, content: "export const split = null;\n" };
  const { data: tree } = await git.createTree({ ...at(repo), base_tree: base.tree.sha, tree: [change] });
  let parents = rewritten ? [] : [ref.object.sha];
  for (let made = 0; made < commits; made += 1) {
    const { data } = await git.createCommit({ ...at(repo), message: `Commit ${made}`, tree: tree.sha, parents });
    parents = [data.sha];
  }
  const [sha = ""] = parents;
  await git.updateRef({ ...at(repo), ref: "heads/main", sha, force: rewritten });
  return sha;
}

async function worked(one: Case): Promise<Awaited<ReturnType<Case["run"]>>> {
  await one.approve();
  await one.over();
  return one.run();
}

it.each([
  { repository: "one", commits: 1 },
  { repository: "many", commits: 500 },
])(
  "verifies the merge with a base that is $commits further on, and the pull request names both [GIT-13]",
  async ({ repository, commits }) => {
    const one = await lab.issue({ repository });
    const before = (await one.run()).base.commit;
    const now = await moveBase(repository, commits, "src/other.js");
    const run = await worked(one);
    expect([run.stage, run.base.commit, run.bases]).toEqual(["completed", before, { verified: now, shown: now }]);
    const { data } = await as(lab.github, "ada").rest.pulls.get({ ...at(repository), pull_number: run.published?.number ?? 0 });
    expect(data.body).toContain(`The base moved to <code>${now}</code> meanwhile: the work was verified merged with it as well`);
    expect((await git.getCommit({ ...at(repository), commit_sha: data.head.sha })).data.parents.map(({ sha }) => sha)).toEqual([before]);
  },
);

it("opens nothing over a base that conflicts with the work, says where, and resolves nothing [GIT-13]", async () => {
  const one = await lab.issue({ repository: "clash" });
  const now = await moveBase("clash", 1, "src/split.js");
  const run = await worked(one);
  expect([run.stage, run.ending, run.published, run.qa?.rounds]).toEqual(["stopped", "base_conflicts", null, 1]);
  expect(run.qa?.last?.issues.map(({ problem }) => problem)).toEqual(["the base has moved and conflicts in src/split.js"]);
  expect((await git.getRef({ ...at("clash"), ref: "heads/main" })).data.object.sha).toBe(now);
});

it("opens nothing over a base that was written anew while the work was done, and says so [GIT-13]", async () => {
  const one = await lab.issue({ repository: "forced", script: slow() });
  await one.approve();
  await one.asked("worker");
  const now = await moveBase("forced", 1, "src/other.js", true);
  one.model.release();
  await one.over();
  const run = await one.run();
  expect([run.stage, run.ending, run.published, run.qa?.rounds]).toEqual(["stopped", "base_conflicts", null, 1]);
  expect(run.qa?.last?.issues.map(({ problem }) => problem).join()).toContain("it has no commit in common with the work");
  expect((await git.getRef({ ...at("forced"), ref: "heads/main" })).data.object.sha).toBe(now);
});

it("fails with words, for good, where the base branch is called otherwise now [GIT-13, LIFE-08]", async () => {
  const press = githubPublisher(as(lab.github, "ada"), { ...at("gone"), base: "renamed-away", clock: systemClock });
  await expect(press.baseNow()).rejects.toMatchObject({
    service: "github",
    retryable: false,
    message: expect.stringMatching(/renamed-away.*404.*What to do: /),
  });
});
