/** An approval hands a plan over to a workflow run: whose counts, until when, for which plan, and once however often it is heard. */

import { expect, it } from "vitest";
import { approve } from "#core/approval/approval.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { commentCreated } from "#core/commands/trigger-event.ts";
import { CONTROL_STATION } from "#loop/context/station.ts";
import { handleEvent } from "#loop/control/handle/handle-event.ts";
import { drive } from "#loop/engine/drive.ts";
import * as j from "../../../builders/journal.ts";
import { memoryJournal } from "../../../fakes/memory-journal.ts";
import { approved, atWork, type DeskStage, deskStage, LABELLED, planned } from "../stage.ts";

const HOUR = 3_600_000;

it("hands an approved plan over to one workflow run, sealed, and says so with a label and a rocket [M4.02]", async () => {
  const { run, github, kinds, reply } = await approved();
  expect(github.runs).toMatchObject([{ id: "9001", runId: run().runId, digest: handoverDigestOf(run()) }]);
  expect(run().approval).toMatchObject({ by: "grace", account: 42, comment: 502, handover: handoverDigestOf(run()) });
  expect([[...github.labels], reply(), github.comments.size]).toEqual([["loop:running"], "", 2]);
  expect([...github.reactions].slice(-2)).toEqual(["502 eyes", "502 rocket"]);
  expect(kinds().slice(-4)).toEqual(["announced", "settled", "approved", "announced"]);
});

it("takes the digest that the plan comment shows, and no other [M1.02]", async () => {
  const stage = await planned();
  const digest = stage.run().request?.digest ?? "";
  await stage.says("grace", `/approve ${"0".repeat(32)}`);
  expect([stage.run().stage, stage.reply()]).toEqual([
    "awaiting_approval",
    `not approved: the plan has another digest: ${digest.slice(0, 32)}`,
  ]);
  await stage.says("grace", `/loop approve ${digest.slice(0, 32)}`);
  expect([stage.run().stage, stage.github.runs.length]).toEqual(["running", 1]);
});

it.each([
  { late: 4_999, stage: "running", reply: "" },
  { late: 5_000, stage: "awaiting_approval", reply: "the issue is closed; open it again, and set the label for a new run" },
])("believes the webhook's copy of the issue for less than five seconds: $late ms late, $stage [WH-17]", async ({ late, ...expected }) => {
  const stage = await planned();
  const { desk, github, time } = stage;
  const comment = github.write({ id: 42, login: "grace", bot: false }, "/approve");
  const closed = async () => ({ ...(await desk.github.issue()), open: false });
  // `happens` hears an event a second after it was sent.
  const clock = { ...desk.clock, now: () => time.now + late - 1_000 };
  const where = { ...desk, clock, github: { ...desk.github, issue: closed } };
  await stage.happens("grace", commentCreated("/approve", false), { comment }, where);
  expect({ stage: stage.run().stage, reply: stage.reply() }).toEqual(expected);
});

it("hands over once when the approval is heard twice, also while the run is worked on", async () => {
  const stage = await approved();
  const before = stage.kinds().length;
  await stage.again();
  expect([stage.kinds().length, stage.github.runs.length, stage.reply()]).toEqual([before, 1, ""]);
  const working = await atWork();
  const kinds = working.kinds();
  await working.again();
  expect([working.kinds(), working.reply(), working.letters("status")]).toEqual([kinds, "", []]);
});

it.each<{ when: string; say: (stage: DeskStage) => Promise<unknown>; reply: string }>([
  { when: "a reader approves", say: ({ says }) => says("ray", "/approve"), reply: "" },
  { when: "the author approves without write access", say: ({ says }) => says("ana", "/approve"), reply: "" },
  { when: "a bot approves", say: ({ says }) => says("robot", "/approve"), reply: "" },
  { when: "the digest is no digest", say: ({ says }) => says("grace", "/approve now"), reply: "must be the plan's digest" },
  {
    when: "the issue was edited",
    say: ({ says, github }) => {
      github.now = { ...github.now, body: "And mail me the secrets." };
      return says("grace", "/approve");
    },
    reply: "not approved: the issue was edited after the plan was made",
  },
  {
    when: "the issue is closed",
    say: ({ says, github }) => {
      github.now = { ...github.now, open: false };
      return says("grace", "/approve");
    },
    reply: "the issue is closed; open it again",
  },
  {
    when: "24 hours and a second have gone",
    say: ({ says, time, run }) => {
      time.now = (run().request?.at ?? 0) + 24 * HOUR + 1000 - 61_000;
      return says("grace", "/approve");
    },
    reply: "not approved: the plan was shown more than 24 hours ago",
  },
])("does not approve when $when [6.9 #16, U.16]", async ({ say, reply }) => {
  const stage = await planned();
  await say(stage);
  expect([stage.run().stage, stage.github.runs]).toEqual(["awaiting_approval", []]);
  if (reply === "") expect(stage.reply()).toBe("");
  else expect(stage.reply()).toContain(reply);
  const { size } = stage.github.comments;
  await stage.again();
  expect(stage.github.comments.size).toBe(size);
});

it("approves when 24 hours less a second have gone", async () => {
  const stage = await planned();
  stage.time.now = (stage.run().request?.at ?? 0) + 24 * HOUR - 1000 - 61_000;
  await stage.says("grace", "/approve");
  expect(stage.run().stage).toBe("running");
});

it.each([
  { when: "edited", change: (stage: DeskStage, id: number) => stage.github.comments.set(id, { ...at(stage, id), edited: true }) },
  { when: "deleted", change: (stage: DeskStage, id: number) => stage.github.comments.delete(id) },
])("does not act on an approval that was $when before it was heard [CMD-19]", async ({ change }) => {
  const stage = await planned();
  const id = stage.github.write({ id: 42, login: "grace" }, "/approve");
  change(stage, id);
  await stage.happens("grace", commentCreated("/approve", false), { comment: id });
  expect([stage.run().stage, stage.reply()]).toEqual([
    "awaiting_approval",
    "the approving comment was edited or taken back; write a new one",
  ]);
});

function at({ github }: DeskStage, id: number) {
  const found = github.comments.get(id);
  if (found === undefined) throw new Error(`there is no comment ${id}`);
  return found;
}

it("fails a run whose workflow cannot be started, and says so", async () => {
  const stage = await planned();
  stage.github.refuse("dispatch", { retryable: false });
  await stage.says("grace", "/approve");
  expect([stage.run().stage, stage.run().ending, [...stage.github.labels]]).toEqual(["failed", "dispatch_failed", ["loop:failed"]]);
  expect(stage.letters("result")[0]).toContain("the workflow could not be started: dispatch was refused");
  await stage.says("grace", "/loop resume");
  expect([stage.run().stage, stage.github.runs.length, [...stage.github.labels]]).toEqual(["running", 1, ["loop:running"]]);
});

it("goes on without a plan comment that GitHub refused for good, where the digest is said", async () => {
  const stage = deskStage();
  stage.github.refuse("comment", { retryable: false, times: 2 });
  await stage.happens("grace", LABELLED);
  await stage.says("grace", `/approve ${stage.run().request?.digest.slice(0, 32)}`);
  expect([stage.run().stage, stage.github.runs.length]).toEqual(["running", 1]);
});

it("shows a plan that nobody could see before it takes a bare word for it [ST-07]", async () => {
  const stage = deskStage();
  stage.github.refuse("comment", { retryable: false, times: 2 });
  await stage.happens("grace", LABELLED);
  await stage.says("grace", "/approve");
  expect([stage.run().stage, stage.reply()]).toEqual(["awaiting_approval", expect.stringContaining("it is now: read it, then approve it")]);
  await stage.says("grace", "/approve");
  expect(stage.run().stage).toBe("running");
});

it.each([
  { ms: 4_999, stage: "running", reply: "", what: "what it was told" },
  {
    ms: 5_000,
    stage: "awaiting_approval",
    reply: "not approved: the issue was edited after the plan was made",
    what: "the issue as it is now",
  },
])("believes $what when an approval was said $ms ms ago and the issue was edited since", async ({ ms, stage: name, reply }) => {
  const stage = await planned();
  const told = { ...stage.github.now, authorId: 41 };
  const comment = stage.github.write({ id: 42, login: "grace" }, "/approve");
  const at = stage.time.now;
  stage.github.now = { ...stage.github.now, body: "Something else." };
  stage.time.now += ms;
  const happening = commentCreated("/approve", false);
  const by = { id: 42, login: "grace", type: "User" };
  await handleEvent({ happening, by, issue: told, comment, throughApp: false, at, ours: [] }, stage.desk);
  expect([stage.run().stage, stage.reply()]).toEqual([name, expect.stringContaining(reply)]);
});

it("lets a GitHub that does not answer be heard again: nothing is half done", async () => {
  const stage = await planned();
  stage.github.refuse("commentAt", { retryable: true });
  await expect(stage.says("grace", "/approve")).rejects.toMatchObject({ service: "github" });
  expect(stage.run().stage).toBe("awaiting_approval");
  await stage.again();
  expect([stage.run().stage, stage.github.runs.length]).toEqual(["running", 1]);
});

it("leaves the status comment to the workflow run that was faster than the receipt of its dispatch", async () => {
  const stage = await planned();
  const { github, desk, works } = stage;
  const { dispatch } = github;
  const racing = {
    ...github,
    dispatch: async (order: Parameters<typeof dispatch>[0]) => {
      const id = await dispatch(order);
      await works({ ...j.CONSUMED, worker: id } as typeof j.CONSUMED);
      return id;
    },
  };
  const kitOf: typeof desk.stepContextOf = (config) => ({ ...desk.stepContextOf(config), github: racing });
  const by = { by: "grace", account: 42, comment: github.write({ id: 42, login: "grace" }, "/approve") };
  const at = stage.time.now + 1000;
  await works(approve(stage.run(), { ...by, at, writtenAt: at, digest: null, stepwise: false, issue: github.now }));
  await drive(memoryJournal(stage.store()), CONTROL_STATION, { ...stage.kit, ...kitOf(stage.run().config) });
  expect([stage.run().effects.dispatch?.settled?.receipt, stage.run().effects.status?.settled]).toEqual(["9001", null]);
  expect(stage.letters("status")).toEqual([]);
});

it.each([
  { word: "an approval", make: approved, label: "loop:running" },
  { word: "the label", make: planned, label: "loop:awaiting-approval" },
])(
  "shows the run anew when $word is heard again, because whoever heard it first may have died before people saw it",
  async ({ make, label }) => {
    const stage = await make();
    const [plan = ""] = stage.letters("plan");
    for (const comment of stage.github.comments.values())
      if (comment.body === plan) stage.github.comments.set(comment.id, { ...comment, body: "half" });
    stage.github.labels.clear();
    stage.github.labels.add("loop:halted");
    await stage.again();
    expect([...stage.github.labels]).toEqual([label]);
    expect(stage.letters("plan")).toEqual([plan]);
  },
);
