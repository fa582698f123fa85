/** What a job knows of the runs of its repository: as it looked first, and as they are now. */
import { expect, it } from "vitest";
import { repositoryLookupOf } from "#hub/repository-lookup.ts";
import { ours } from "../builders/ours.ts";
import { AT, aGitHub, as } from "../lab/github/stage.ts";

it("gives the runs of one moment, and those of now where the job itself has begun one", async () => {
  const api = ours(as(await aGitHub(), "wim"));
  const known = repositoryLookupOf({ ...AT, defaultBranch: "main", issue: 1 }, { api, expected: false }, () => undefined);
  expect(await known.runs()).toEqual([]);
  const { data } = await api.rest.git.getRef({ ...AT, ref: "heads/main" });
  await api.rest.git.createRef({ ...AT, ref: "refs/loopwright/issue-1/sum-20260101-120000", sha: data.object.sha });
  expect(await known.runs()).toEqual([]);
  expect(await known.runsNow()).toMatchObject([{ issue: 1, runId: "sum-20260101-120000", head: data.object.sha }]);
});
