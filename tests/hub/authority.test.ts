/** Who is believed: what a payload says of somebody's standing never counts, and a name never makes a bot. */

import { expect, it } from "vitest";
import { commentCreated } from "#core/commands/trigger-event.ts";
import { issueEventOf } from "#hub/issue-events.ts";
import { priorityOf } from "#loop/control/handle/event-intent.ts";
import { handleEvent } from "#loop/control/handle/handle-event.ts";
import { planned } from "../loop/control/stage.ts";

const ISSUE = {
  number: 7,
  title: "Split drops empty fields",
  body: "split('a,,b') must give three.",
  user: { id: 41, login: "ana", type: "User" },
  state: "open",
  updated_at: "2026-11-20T10:00:00Z",
};

/** What GitHub tells of a comment by somebody, with the association that it shows of them. */
function told(user: { readonly id: number; readonly login: string; readonly type: string }, association: string, id = 55) {
  const at = "2026-11-20T11:00:00Z";
  const comment = { id, body: "/approve", user, created_at: at, updated_at: at, author_association: association };
  const heard = issueEventOf("issue_comment.created", {
    issue: { ...ISSUE, author_association: association },
    comment,
    sender: user,
  })?.event;
  if (heard === undefined) throw new Error("nothing was heard");
  return heard;
}

it.each([
  { association: "OWNER", role: "read", stage: "awaiting_approval", id: "AUTH-05" },
  { association: "MEMBER", role: "triage", stage: "awaiting_approval", id: "AUTH-05" },
  { association: "CONTRIBUTOR", role: "admin", stage: "running", id: "AUTH-06" },
  { association: "NONE", role: "write", stage: "running", id: "AUTH-06" },
] as const)("asks GitHub, whatever the payload says: $association with the role $role [$id]", async ({ association, role, stage }) => {
  const desk = await planned();
  desk.github.roles.set("grace", role);
  const comment = desk.github.write({ id: 42, login: "grace" }, "/approve");
  await handleEvent(told({ id: 42, login: "grace", type: "User" }, association, comment), desk.desk);
  expect(desk.run().stage).toBe(stage);
});

it.each([
  { when: "the name differs by its case alone", login: "Grace", owner: 42, stage: "running", id: "AUTH-08" },
  { when: "the name went to another account after it was said", login: "grace", owner: 99, stage: "awaiting_approval", id: "AUTH-08" },
  {
    when: "the account is gone and somebody registered its name anew",
    login: "grace",
    owner: 77,
    stage: "awaiting_approval",
    id: "AUTH-09",
  },
])("asks for the role of the account, not of its name: $when [$id]", async ({ login, owner, stage }) => {
  const desk = await planned();
  desk.github.owners.set("grace", owner);
  const comment = desk.github.write({ id: 42, login }, "/approve");
  await handleEvent(told({ id: 42, login, type: "User" }, "OWNER", comment), desk.desk);
  expect(desk.run().stage).toBe(stage);
});

const BOTS = ["dependabot[bot]", "loopwright[bot]", "github-actions[bot]", "helper[bot]", "a-name-without-brackets"];

it.each(BOTS)("hears nothing of the bot %s, by comment or label [AUTH-10, AUTH-17]", (login) => {
  const bot = { id: 5, login, type: "Bot" };
  const label = issueEventOf("issues.labeled", { issue: ISSUE, sender: bot, label: { name: "loop" } })?.event;
  expect([priorityOf(told(bot, "OWNER")), label && priorityOf(label)]).toEqual([null, null]);
});

it.each(["evil-bot", "robot", "bot"])("hears the person %s: no name makes a bot [AUTH-10]", (login) => {
  expect(priorityOf(told({ id: 6, login, type: "User" }, "NONE"))).not.toBeNull();
});

it("takes no approval that was said through an App, and tells why; a stop counts [AUTH-11]", async () => {
  const desk = await planned();
  const say = async (body: string) => {
    const comment = desk.github.write({ id: 42, login: "grace", throughApp: true }, body);
    await desk.happens("grace", commentCreated(body, false), { comment });
  };
  await say("/approve");
  expect([desk.run().stage, desk.reply()]).toEqual(["awaiting_approval", "say it by hand: it was said through an App"]);
  await say("/stop");
  expect(desk.run().stage).toBe("stopped");
});

it("says once to each on an issue that their role does not do, and reacts every time [AUTH-02]", async () => {
  const desk = await planned();
  for (let count = 0; count < 3; count += 1) await desk.says("tria", "/approve");
  await desk.says("ray", "/approve");
  expect(desk.run().stage).toBe("awaiting_approval");
  const told = [...desk.github.comments.values()].filter(({ key }) => key?.startsWith("denied/"));
  expect(told.map(({ body }) => body)).toEqual(["tria may not do this here (approve needs more than triage)"]);
  expect([...desk.github.reactions].filter((one) => one.endsWith(" -1"))).toHaveLength(4);
});
