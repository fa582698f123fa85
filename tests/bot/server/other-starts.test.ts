/** A run is begun by `/loop` in a comment, or by assigning the App: the real bot over signed webhooks. */
import { expect, it } from "vitest";
import { AT, as } from "../../lab/github/stage.ts";
import { aDesk, type DeskStage } from "../stage.ts";

const APP = "loopwright[bot]";

interface Way {
  readonly way: string;
  /** Gives the comment, where it is one. */
  readonly begins: (stage: DeskStage, issue: number, login: string) => Promise<number | undefined>;
}

const WAYS: readonly Way[] = [
  { way: "/loop in a comment", begins: ({ say }, issue, login) => say(issue, "/loop\n\nPlease.", login) },
  {
    way: "an assignment",
    begins: async ({ github }, issue, login) => {
      await as(github, login).rest.issues.addAssignees({ ...AT, issue_number: issue, assignees: ["wim", APP] });
      return undefined;
    },
  },
];

it.each(WAYS)("turns $way into one plan, sets the label, and takes its own label for nothing", async ({ begins }) => {
  const stage = await aDesk();
  const { github, model, asked, newIssue, labelled, labelsOf, reacted, heard, commentsOf } = stage;
  const issue = await newIssue();
  const comment = await begins(stage, issue, "tess");
  await labelled(issue, "loop:awaiting-approval");
  await reacted("rocket", comment);
  await heard();
  const all = asked();
  // As many as a label takes, one for the label, one for our own name.
  expect(all.length, all.join("\n")).toBeLessThanOrEqual(22);
  expect(all.filter((line) => line === "POST issues/1/labels").length).toBe(2);
  expect([await labelsOf(issue), (await commentsOf(issue)).filter((text) => text.includes("Make sum add")).length]).toEqual([
    ["loop", "loop:awaiting-approval"],
    1,
  ]);
  const ours = github.deliveries.filter(({ action, payload }) => action === "labeled" && Object(payload).sender.login === APP);
  expect(ours.map(({ statuses }) => statuses)).toEqual([[200], [200]]);
  expect(model.requests.map(({ role }) => role)).toEqual(["hydrator", "plan-critic"]);
  expect([github.violations, github.failures, model.problems]).toEqual([[], [], []]);
});

it("asks GitHub once for its own name: whose comments are its own depends on it", async () => {
  const { github, newIssue, label, labelled } = await aDesk();
  const names = (): number => github.requests.filter(({ path }) => path === "/app").length;
  const [first, second, third] = [await newIssue(), await newIssue(), await newIssue()];
  await label(first);
  await labelled(first, "loop:awaiting-approval");
  const before = names();
  for (const issue of [second, third]) {
    await as(github, "tess").rest.issues.addAssignees({ ...AT, issue_number: issue, assignees: [APP] });
    await labelled(issue, "loop:awaiting-approval");
  }
  expect([before, names()]).toEqual([1, 1]);
});

it("begins nothing for whoever may only read, and for a person who is assigned", async () => {
  const stage = await aDesk();
  const { github, newIssue, say, reacted, heard, labelsOf, asked } = stage;
  const issue = await newIssue();
  await reacted("-1", await say(issue, "/loop", "rob"));
  asked();
  await as(github, "ada").rest.issues.addAssignees({ ...AT, issue_number: issue, assignees: ["wim"] });
  await heard();
  expect([await labelsOf(issue), asked(), stage.model.requests]).toEqual([[], [], []]);
});
