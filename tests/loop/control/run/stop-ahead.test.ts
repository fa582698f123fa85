/** What stops a run ahead of its turn: a sign and a line in the journal, and nothing that only a turn may decide. */
import { expect, it } from "vitest";
import { commentCreated, type TriggerEvent } from "#core/commands/trigger-event.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import { handleEvent, handleStopAhead } from "#loop/control/handle/handle-event.ts";
import { atWork, type DeskStage, planned } from "../stage.ts";

const GRACE = { id: 42, login: "grace", type: "User" };
const RAY = { id: 44, login: "ray", type: "User" };

/** Said now, and heard later. */
function saidOn({ github, time }: DeskStage, by: typeof GRACE, body: string): IssueEvent {
  const comment = github.write({ id: by.id, login: by.login }, body);
  return happenedOn({ github, time }, commentCreated(body, false), { by, comment });
}

function happenedOn(
  { github, time }: Pick<DeskStage, "github" | "time">,
  happening: TriggerEvent,
  { by = GRACE, comment = null as number | null },
): IssueEvent {
  time.now += 60_000;
  const heard = { happening, by, issue: { ...github.now, authorId: 41 }, comment, throughApp: false, at: time.now, ours: [] };
  time.now += 1_000;
  return heard;
}

const stops = ({ kinds }: DeskStage) => kinds().filter((kind) => kind === "stop_requested").length;

it("writes a stop down once, with a sign, and leaves the end to its turn", async () => {
  const stage = await planned();
  const stop = saidOn(stage, GRACE, "/stop enough");
  await handleStopAhead(stop, stage.desk);
  await handleStopAhead(stop, stage.desk);
  const { stage: name, stopRequest } = stage.run();
  expect([name, stopRequest, stops(stage)]).toEqual(["awaiting_approval", { by: "grace", note: "enough", maintainer: true }, 1]);
  expect([[...stage.github.reactions].at(-1), stage.letters("result")]).toEqual([`${stop.comment} eyes`, []]);
  await handleEvent(stop, stage.desk);
  expect([stage.run().stage, stops(stage), stage.letters("result").length]).toEqual(["stopped", 1, 1]);
  expect([...stage.github.reactions].at(-1)).toBe(`${stop.comment} rocket`);
  await handleStopAhead(stop, stage.desk);
  expect(stops(stage)).toBe(1);
});

it("leaves it to its turn to refuse whoever may not", async () => {
  const stage = await planned();
  await handleStopAhead(saidOn(stage, RAY, "/stop"), stage.desk);
  expect([stops(stage), stage.reply()]).toEqual([0, ""]);
});

it.each(["/approve", "/loop pause", "/status", "nothing"])("does nothing for %s", async (body) => {
  const stage = await planned();
  const before = stage.kinds();
  const [signs, heard] = [stage.github.reactions.size, saidOn(stage, GRACE, body)];
  await handleStopAhead(heard, stage.desk);
  expect([stage.kinds(), stage.github.reactions.size]).toEqual([before, signs]);
});

it("overtakes no word that came after it: a run that goes on since is left to its turn", async () => {
  const stage = await atWork();
  const late = saidOn(stage, GRACE, "/stop");
  await stage.works({ kind: "stop_requested", by: "grace", note: "" });
  expect(stage.run().stage).toBe("stopped");
  await stage.works({ kind: "resumed", by: "grace" });
  await handleStopAhead(late, stage.desk);
  expect([stage.run().stage, stage.run().stopRequest, stops(stage)]).toEqual(["running", null, 1]);
  // What is said after that overtakes as ever.
  await handleStopAhead(saidOn(stage, GRACE, "/stop"), stage.desk);
  expect([stage.run().stopRequest?.by, stops(stage)]).toEqual(["grace", 2]);
});

it("overtakes no run that began after it", async () => {
  const stage = await planned();
  const early = { ...saidOn(stage, GRACE, "/stop"), at: stage.run().startedAt - 60_000 };
  await handleStopAhead(early, stage.desk);
  expect(stops(stage)).toBe(0);
});

it("ends a run whose label was taken away, though it is set again before its turn comes, and not one whose label is there already", async () => {
  const stage = await planned();
  const taken = happenedOn(stage, { kind: "label_removed", label: "loop" }, {});
  await handleStopAhead(taken, stage.desk);
  expect(stops(stage)).toBe(0);
  stage.github.now = { ...stage.github.now, labels: [] };
  await handleStopAhead(taken, stage.desk);
  expect([stops(stage), stage.run().stopRequest?.note]).toEqual([1, "the label was taken away"]);
  stage.github.now = { ...stage.github.now, labels: ["loop"] };
  await handleEvent(taken, stage.desk);
  expect(stage.run().stage).toBe("stopped");
});
