/** What a run left behind on GitHub, taken away in one transaction. */
import { expect, it } from "vitest";
import { removeRun } from "#adapters/octokit/remove-run.ts";
import { AT, aGitHub, as } from "../../lab/github/stage.ts";

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
