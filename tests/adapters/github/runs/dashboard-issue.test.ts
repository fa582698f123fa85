/** The dashboard's issue over the loopback GitHub: it keeps the contract that the fake keeps, and takes no stranger's issue for it. */
import { expect, it } from "vitest";
import { writersNamed } from "#adapters/github/issue/comment-author.ts";
import { dashboardIssue } from "#adapters/github/runs/dashboard-issue.ts";
import { DASHBOARD_LABEL, DASHBOARD_MARK, DASHBOARD_TITLE } from "#text/comments/dashboard.ts";
import { asApp } from "../../../builders/lab-clients.ts";
import { AT, aGitHub, as } from "../../../lab/github/stage.ts";
import { DASHBOARD_LAWS } from "../../contracts/dashboard-contract.ts";
import { requestsOf } from "../stage.ts";

const NAMES = { title: DASHBOARD_TITLE, label: DASHBOARD_LABEL, mark: DASHBOARD_MARK, isOurs: writersNamed(["loopwright[bot]"]) };

async function aRepository() {
  const github = await aGitHub();
  const api = await asApp(github);
  const maintainer = as(github, "ada");
  const shut = async (issue_number: number) => void (await maintainer.rest.issues.update({ ...AT, issue_number, state: "closed" }));
  return { github, maintainer, dashboard: dashboardIssue(api, AT, NAMES), shut };
}

it.each(DASHBOARD_LAWS)("GitHub: $law", async ({ holds }) => {
  const { github, dashboard, shut } = await aRepository();
  await holds({ dashboard, shut });
  expect(github.violations).toEqual([]);
});

it("leaves an issue alone that a person labelled and wrote like it, and costs one request each time", async () => {
  const { github, maintainer, dashboard } = await aRepository();
  await maintainer.rest.issues.create({ ...AT, title: "Mine", body: `Mine. ${DASHBOARD_MARK}`, labels: [DASHBOARD_LABEL] });
  expect(await requestsOf(github, async () => expect(await dashboard.find()).toBeNull())).toHaveLength(1);
  await dashboard.open(`Ours. ${DASHBOARD_MARK}`);
  const found = await dashboard.find();
  expect(found).toMatchObject({ text: `Ours. ${DASHBOARD_MARK}`, doubles: [] });
  const { data } = await maintainer.rest.issues.get({ ...AT, issue_number: found?.number ?? 0 });
  expect([data.title, data.labels.length]).toEqual([DASHBOARD_TITLE, 1]);
});
