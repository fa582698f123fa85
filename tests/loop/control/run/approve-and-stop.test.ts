/** What people's words do to a run: approved, stopped, resumed, or refused with the reason. */
import { expect, it } from "vitest";
import { approve } from "#core/approval/approval.ts";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import type { TriggerEvent } from "#core/commands/intent.ts";
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
  await stage.says("grace", `/approve ${"0".repeat(12)}`);
  expect([stage.run().stage, stage.reply()]).toEqual([
    "awaiting_approval",
    `not approved: the plan has another digest: ${digest.slice(0, 12)}`,
  ]);
  await stage.says("grace", `/loop approve ${digest.slice(0, 12)}`);
  expect([stage.run().stage, stage.github.runs.length]).toEqual(["running", 1]);
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
  await stage.happens("grace", { kind: "comment_created", body: "/approve", edited: false }, { comment: id });
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
  await stage.says("grace", `/approve ${stage.run().request?.digest.slice(0, 12)}`);
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

it.each<{ when: string; make: () => Promise<DeskStage>; stop: (stage: DeskStage) => Promise<unknown>; note: string }>([
  { when: "its author says so while it waits", make: planned, stop: ({ says }) => says("ana", "/stop not now"), note: "not now" },
  { when: "a maintainer says so before its workflow run has begun", make: approved, stop: ({ says }) => says("grace", "/stop"), note: "" },
  {
    when: "the label is taken away",
    make: planned,
    stop: ({ happens, github }) => {
      github.now = { ...github.now, labels: [] };
      return happens("grace", { kind: "label_removed", label: "loop" });
    },
    note: "the label was taken away",
  },
  {
    when: "the issue is closed",
    make: planned,
    stop: ({ happens }) => happens("ana", { kind: "issue_closed" }),
    note: "the issue was closed",
  },
])("ends a run that nobody works on when $when, at once and once", async ({ make, stop, note }) => {
  const stage = await make();
  await stop(stage);
  expect([stage.run().stage, stage.run().stopRequest?.note, [...stage.github.labels]]).toEqual(["stopped", note, ["loop:stopped"]]);
  expect(stage.letters("result")).toHaveLength(1);
  const [before, { size }] = [stage.kinds(), stage.github.comments];
  await stage.again();
  expect([stage.kinds(), stage.github.comments.size]).toEqual([before, size]);
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
  const happening = { kind: "comment_created", body: "/approve", edited: false } as const;
  const by = { id: 42, login: "grace", type: "User" };
  await handleEvent({ happening, by, issue: told, comment, throughApp: false, at, ours: [] }, stage.desk);
  expect([stage.run().stage, stage.reply()]).toEqual([name, expect.stringContaining(reply)]);
});

it("ends once for a hundred stops, and says nothing of those that came too late (STOP-06)", async () => {
  const stage = await planned();
  await stage.says("grace", "/loop stop");
  const before = stage.kinds();
  await stage.again();
  expect([stage.kinds(), stage.reply()]).toEqual([before, ""]);
  await stage.says("grace", "/loop stop");
  expect(stage.reply()).toContain("this issue has no active run");
});

it("does not stop for a stranger, and answers with no word (AUTH-19)", async () => {
  const stage = await planned();
  await stage.says("ray", "/stop");
  expect([stage.run().stage, stage.reply(), [...stage.github.reactions].at(-1)]).toEqual(["awaiting_approval", "", "502 -1"]);
});

it("only writes down that it was asked while a workflow run is at work, which ends it itself", async () => {
  const stage = await atWork();
  await stage.says("ana", "/stop");
  expect([stage.run().stage, stage.kinds().at(-1), stage.letters("result")]).toEqual(["running", "stop_requested", []]);
  const before = stage.kinds();
  for (let count = 0; count < 3; count += 1) await stage.says("grace", "/stop");
  expect(stage.kinds()).toEqual(before);
  await stage.works({ kind: "step_interrupted", step: "PLAN" });
  expect(stage.run().stage).toBe("stopped");
});

it("ends a run itself whose workflow run has not seen a stop for ten minutes", async () => {
  const stage = await atWork();
  await stage.says("grace", "/stop");
  stage.time.now += 10 * 60_000;
  await stage.says("grace", "/stop");
  expect([stage.run().stage, stage.letters("result").length, [...stage.github.labels]]).toEqual(["stopped", 1, ["loop:stopped"]]);
});

it("takes a stopped run up again with another workflow run, once", async () => {
  const stage = await atWork();
  await stage.says("grace", "/stop");
  await stage.works({ kind: "step_interrupted", step: "PLAN" });
  await stage.says("grace", "/loop resume");
  expect([stage.run().stage, stage.run().claimed, [...stage.github.labels]]).toEqual(["running", false, ["loop:running"]]);
  expect(new Set(stage.github.runs.map(({ digest }) => digest)).size).toBe(2);
  expect(stage.github.runs.at(-1)?.digest).toBe(handoverDigestOf(stage.run()));
  const before = stage.kinds();
  await stage.again();
  expect([stage.kinds(), stage.github.runs.length]).toEqual([before, 2]);
});

it("leaves a run that is worked on alone when somebody resumes it", async () => {
  const stage = await atWork();
  const before = stage.kinds();
  await stage.says("grace", "/resume");
  expect([stage.kinds(), stage.letters("status"), stage.reply()]).toEqual([before, [], ""]);
});

it.each<{ when: string; make: () => Promise<DeskStage>; reply: string }>([
  { when: "there never was a run", make: async () => deskStage(), reply: "this issue has no active run; set the label to begin one" },
  { when: "it waits for an approval", make: planned, reply: "this run waits for an approval: `/loop approve`" },
  {
    when: "it was never approved",
    make: async () => {
      const stage = await planned();
      await stage.says("grace", "/stop");
      return stage;
    },
    reply: "this run ended before it was approved; begin a new one",
  },
])("does not resume when $when", async ({ make, reply }) => {
  const stage = await make();
  const before = stage.kinds();
  await stage.says("grace", "/loop resume");
  expect([stage.reply(), stage.kinds()]).toEqual([reply, before]);
});

it.each<{ body: string; reply: string; reaction: string }>([
  { body: "/loop status", reply: "**Waiting for approval**", reaction: "502 rocket" },
  { body: "/loop help", reply: "| `/loop approve` | write access |", reaction: "502 rocket" },
  { body: "/loop aprove", reply: "There is no command <code>aprove</code>; did you mean `/loop approve`?", reaction: "502 confused" },
  { body: "/status please", reply: "/status takes no arguments.", reaction: "502 confused" },
])("answers $body to whoever may triage, once", async ({ body, reply, reaction }) => {
  const stage = await planned();
  const before = stage.kinds();
  await stage.says("tria", body);
  await stage.again();
  expect(stage.reply()).toContain(reply);
  expect([stage.github.comments.size, [...stage.github.reactions].at(-1), stage.kinds()]).toEqual([3, reaction, before]);
});

it.each(["/loop status", "/loop help", "/loop @octo/team", "/status please"])("has no words for a stranger who says %s", async (body) => {
  const stage = await planned();
  const { size } = stage.github.comments;
  await stage.says("ray", body);
  expect([stage.github.comments.size - size, [...stage.github.reactions].at(-1)]).toEqual([1, "502 confused"]);
});

it("mentions nobody whose name stands behind /loop", async () => {
  const stage = await planned();
  await stage.says("tria", "/loop @octo/team");
  expect(stage.reply()).toContain("<code>@<!-- -->octo/team</code>");
});

it.each<{ body: string; reply: string }>([
  { body: "/loop status", reply: "this issue has no active run" },
  { body: "/loop approve", reply: "this issue has no active run" },
  { body: "/loop help", reply: "| command | who | what |" },
])("answers $body where nothing runs", async ({ body, reply }) => {
  const stage = deskStage();
  await stage.says("grace", body);
  expect(stage.reply()).toContain(reply);
});

it("hears named commands only where bare ones do not count", async () => {
  const stage = await planned({ files: { ".github/loopwright.yml": "commands:\n  bare: false\n" } });
  await stage.says("grace", "/approve");
  expect([stage.run().stage, stage.reply()]).toEqual(["awaiting_approval", ""]);
  await stage.says("grace", "/loop approve");
  expect(stage.run().stage).toBe("running");
});

const WORDS: readonly { readonly word: string; readonly say: (stage: DeskStage) => Promise<unknown> }[] = [
  ...["/approve", "/stop", "/resume"].map((word) => ({ word, say: ({ says }: DeskStage) => says("grace", word) })),
  { word: "the label", say: ({ happens }) => happens("grace", LABELLED) },
  { word: "closing", say: ({ happens }) => happens("grace", { kind: "issue_closed" } satisfies TriggerEvent) },
];

it.each(WORDS)("does nothing with a run whose history is missing or broken, at $word, and says how to get out", async ({ say }) => {
  for (const ruin of ["missing", "broken", "broken off"] as const) {
    const stage = await planned();
    const [store, asked] = [stage.store(), stage.github.runs.length];
    if (ruin !== "broken off") store.events = null;
    if (ruin !== "missing") store.unreadable = "line 3: not JSON";
    const before = store.events;
    await say(stage);
    expect(stage.reply()).toContain("The history of this run cannot be read, so nothing is done with it");
    expect(stage.reply()).toContain("refs/loopwright/issue-7/current");
    expect([store.events, stage.github.runs.length, stage.stores.size]).toEqual([before, asked, 1]);
  }
});

it("shows the status of a run whose history breaks off, as far as it can be read", async () => {
  const stage = await planned();
  stage.store().unreadable = "line 6: not JSON";
  await stage.says("tria", "/loop status");
  expect(stage.reply()).toContain("line 6: not JSON");
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
