/** The name of the bot's own account: asked for once, and again after a refusal. */
import { expect, it } from "vitest";
import { BotOctokit } from "../../../bot/jobs/octokit.ts";
import { ownLogin } from "../../../bot/jobs/own-login.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { anApp } from "../an-app.ts";

it("remembers what GitHub says, and asks anew where it refused", async () => {
  const asked: string[] = [];
  const account = await anApp(({ pathname }) => {
    asked.push(pathname);
    return asked.length === 1 ? [401, { message: "Bad credentials" }] : [200, { id: 4242, slug: "loopwright" }];
  });
  const login = ownLogin(new BotOctokit({ ...account, log: QUIET }));
  await expect(login()).rejects.toMatchObject({ name: "Failure", service: "github", retryable: false });
  expect([await login(), await login(), asked]).toEqual(["loopwright[bot]", "loopwright[bot]", ["/app", "/app"]]);
});
