/** The bot's requests name the version of GitHub's API: the App's own, the one by which it signs in, and an installation's. */
import { expect, it } from "vitest";
import { BotOctokit } from "../../../bot/jobs/octokit.ts";
import { clientWithToken } from "../../../bot/jobs/scoped-client.ts";
import { ours } from "../../builders/ours.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { anApp, token } from "../an-app.ts";

it("names it in each request", async () => {
  const asked: unknown[] = [];
  const account = await anApp(({ pathname }, by, headers) => {
    asked.push([pathname, by, headers["x-github-api-version"]]);
    return pathname.endsWith("/access_tokens") ? token(7) : [200, {}];
  });
  const app = new BotOctokit({ ...account, log: QUIET });
  await app.rest.apps.getAuthenticated();
  const client = ours(clientWithToken(app, { installationId: 7, permissions: { issues: "read" } }, QUIET as never));
  await client.rest.issues.get({ owner: "acme", repo: "widget", issue_number: 1 });
  expect(asked).toEqual([
    ["/app", 0, "2022-11-28"],
    ["/app/installations/7/access_tokens", 0, "2022-11-28"],
    ["/repos/acme/widget/issues/1", 7, "2022-11-28"],
  ]);
});
