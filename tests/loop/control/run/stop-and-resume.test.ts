/** A stop ends a run, at once or through whoever works on it, and a resume takes it up again. */
import { expect, it } from "vitest";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { approved, atWork, type DeskStage, deskStage, planned } from "../stage.ts";

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
  { when: "there never was a run", make: async () => deskStage(), reply: "this issue has no active run; `/loop` begins one" },
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
