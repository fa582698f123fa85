/** What the default branch says of a commit: as it is on GitHub, whatever a journal says. */
import { expect, it } from "vitest";
import { AT, aGitHubForAll, as, REPOSITORY } from "../../../lab/github/stage.ts";
import { aBranch } from "../branch.ts";
import { requestsOf, theIssue } from "../stage.ts";

const CONFIG = "label: mend\n";
const files = { ...REPOSITORY.files, ".github/loopwright.yml": CONFIG };
const github = await aGitHubForAll({ repositories: [{ ...REPOSITORY, files }] });
const wim = as(github, "wim");

const headOf = async (branch: string) => (await wim.rest.repos.getCommit({ ...AT, ref: `heads/${branch}` })).data;

it("knows the head of the default branch, what was there before, and what never was [ST-07]", async () => {
  const first = await headOf("main");
  const issue = await theIssue(github, 1);
  const told = { branch: "main", inHistory: true, tree: first.commit.tree.sha, config: CONFIG };
  const asked = await requestsOf(github, async () => expect(await issue.baseCommit(first.sha)).toEqual(told));
  expect(asked).toEqual(["POST /graphql"]);
  const aside = await aBranch(wim, "elsewhere", { ".github/loopwright.yml": "sandbox: none\n" });
  const nowhere = { branch: "main", inHistory: false, tree: null, config: null };
  expect(await issue.baseCommit(aside)).toEqual(nowhere);
  expect(await issue.baseCommit("d".repeat(40))).toEqual(nowhere);
  expect(await issue.baseCommit(first.commit.tree.sha)).toEqual(nowhere);
  const at = { ...AT, path: "NEWS.md", message: "News", content: Buffer.from("New\n").toString("base64") };
  await wim.rest.repos.createOrUpdateFileContents(at);
  expect((await headOf("main")).sha).not.toBe(first.sha);
  expect(await issue.baseCommit(first.sha)).toEqual(told);
  expect(await issue.baseCommit((await headOf("main")).sha)).toMatchObject({ inHistory: true, config: CONFIG });
  expect(await (await theIssue(github, 1, { ref: "nowhere" })).baseCommit(first.sha)).toEqual({ ...nowhere, branch: "nowhere" });
});
