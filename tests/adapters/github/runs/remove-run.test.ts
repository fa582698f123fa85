/** What a run left behind on GitHub, taken away in one transaction. */
import { expect, it } from "vitest";
import { removeRun } from "#adapters/github/runs/remove-run.ts";
import { shownUntil } from "#adapters/github/runs/shown-until.ts";
import { as } from "../../../builders/lab-clients.ts";
import { AT, aGitHub } from "../../../lab/github/stage.ts";
import { aBranch } from "../branch.ts";

const RUN = "sum-20260101-120000";
const [STATE, BRANCH] = [`loopwright/issue-1/${RUN}`, "heads/loop/1-sum"];

it("removes state and branch, leaves a branch that somebody moved and another run, and may be told twice [S1.05, M1.01, OBS-07]", async () => {
  const github = await aGitHub();
  const wim = as(github, "wim");
  const { data: main } = await wim.rest.git.getRef({ ...AT, ref: "heads/main" });
  const { sha } = main.object;
  const other = "loopwright/issue-1/sum-20260102-120000";
  const make = (ref: string) => wim.rest.git.createRef({ ...AT, ref: `refs/${ref}`, sha });
  for (const ref of [STATE, BRANCH, other]) await make(ref);
  const there = async () => {
    const refs = await Promise.all(["loopwright/", "heads/loop/"].map((ref) => wim.rest.git.listMatchingRefs({ ...AT, ref })));
    return refs.flatMap(({ data }) => data.map(({ ref }) => ref.replace("refs/", "")));
  };
  const place = { ...AT, issue: 1, runId: RUN };
  const { data: repository } = await wim.rest.repos.get(AT);
  const leftovers = (commit: string) => ({ repositoryId: repository.node_id, branch: { name: "loop/1-sum", commit } });
  expect(await removeRun(wim, place, leftovers("a".repeat(40)))).toBe("moved");
  expect(await there()).toEqual([other, BRANCH]);
  await make(STATE);
  expect(await removeRun(wim, place, leftovers(sha))).toBe("gone");
  expect(await there()).toEqual([other]);
  expect(await removeRun(wim, place, leftovers(sha))).toBe("gone");
  expect(await removeRun(wim, { ...place, runId: "sum-20260102-120000" }, { ...leftovers(sha), branch: null })).toBe("gone");
  expect([await there(), github.violations]).toEqual([[], []]);
});

it("leaves a branch that an open pull request shows, and says until when something showed it [CR-20]", async () => {
  const github = await aGitHub();
  const wim = as(github, "wim");
  const branch = "loop/1-sum";
  const commit = await aBranch(wim, branch, { "src/new.js": "new\n" });
  const { number: pull } = (await wim.rest.pulls.create({ ...AT, title: "Mine", head: branch, base: "main" })).data;
  const repositoryId = (await wim.rest.repos.get(AT)).data.node_id;
  expect(await removeRun(wim, { ...AT, issue: 1, runId: RUN }, { repositoryId, branch: { name: branch, commit } })).toBe("shown");
  expect([await shownUntil(wim, AT, { pull }), await shownUntil(wim, AT, { branch })]).toEqual([null, null]);
  const closed = (await wim.rest.pulls.update({ ...AT, pull_number: pull, state: "closed" })).data.closed_at ?? "";
  await wim.rest.git.deleteRef({ ...AT, ref: BRANCH });
  expect([await shownUntil(wim, AT, { pull }), await shownUntil(wim, AT, { branch })]).toEqual([Date.parse(closed), 0]);
  await expect(shownUntil(wim, AT, { pull: 999 })).rejects.toThrow("404");
  expect(github.violations).toEqual([]);
});
