/** What happened while no bot listened: its first look finds it, and acts on it (WH-18, LIFE-01). */
import { expect, it } from "vitest";
import { AT, as } from "../../lab/github/stage.ts";
import { aDesk } from "../stage.ts";

it("ends the run of an issue that was closed while nobody listened", async () => {
  const { github, bot, newIssue, label, reacted, labelled, restarted, commentsOf } = await aDesk();
  const issue = await newIssue();
  await label(issue);
  await reacted("rocket");
  await bot.stop({ finish: 5_000, stop: 1_000 });
  await as(github, "ada").rest.issues.update({ ...AT, issue_number: issue, state: "closed" });
  await restarted();
  await labelled(issue, "loop:stopped");
  await expect.poll(async () => (await commentsOf(issue)).at(-1)).toContain("the issue was closed");
  expect([github.violations, github.failures]).toEqual([[], []]);
});
