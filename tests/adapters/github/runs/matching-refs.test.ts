/** Branches and runs of an issue, by the beginnings of their names. */
import { expect, it } from "vitest";
import { branchesFrom, issueRefs, runIdsIn } from "#adapters/github/runs/matching-refs.ts";
import { as } from "../../../builders/lab-clients.ts";
import { AT, aGitHub } from "../../../lab/github/stage.ts";
import { badLine } from "../ref-journal/bad-line.ts";
import { failureOf, requestsOf } from "../stage.ts";

it("names the branches of an issue, and those of no other", async () => {
  const github = await aGitHub();
  const wim = as(github, "wim");
  const { data } = await wim.rest.git.getRef({ ...AT, ref: "heads/main" });
  for (const name of ["loop/1-sum", "loop/1-sum-2", "loop/11-sum", "loop/1"])
    await wim.rest.git.createRef({ ...AT, ref: `refs/heads/${name}`, sha: data.object.sha });
  const asked = await requestsOf(github, async () =>
    expect(await branchesFrom(wim, AT, "loop/1-")).toEqual(["loop/1-sum", "loop/1-sum-2"]),
  );
  expect(asked).toHaveLength(1);
  expect(await branchesFrom(wim, AT, "loop/2-")).toEqual([]);
  expect(github.violations).toEqual([]);
});

it("names the runs of an issue by their age, whatever they are called, and not the pointer", async () => {
  const github = await aGitHub();
  const wim = as(github, "wim");
  const { data } = await wim.rest.git.getRef({ ...AT, ref: "heads/main" });
  const old = ["zeta-20260101-120000", "alpha-20260102-090000", "zeta-20260102-085959"];
  for (const name of [...old, "current"])
    await wim.rest.git.createRef({ ...AT, ref: `refs/loopwright/issue-1/${name}`, sha: data.object.sha });
  await wim.rest.git.createRef({ ...AT, ref: "refs/loopwright/issue-11/beta-20260301-120000", sha: data.object.sha });
  const refs = await issueRefs(wim, { ...AT, issue: 1 });
  expect(refs.get("current")).toBe(data.object.sha);
  expect(runIdsIn(refs)).toEqual(["zeta-20260101-120000", "zeta-20260102-085959", "alpha-20260102-090000"]);
});

it("says which door is broken", async () => {
  const github = await aGitHub();
  const line = await badLine(github.url, () => ({ status: 502, body: { message: "Bad gateway" } }));
  const wim = as({ url: line.url }, "wim");
  expect(await failureOf(branchesFrom(wim, AT, "loop/1-"))).toMatchObject({ service: "github", retryable: true });
  expect(await failureOf(issueRefs(wim, { ...AT, issue: 1 }))).toMatchObject({ service: "journal", retryable: true });
});
