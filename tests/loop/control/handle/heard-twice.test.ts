/** A wish is one wish: heard again under another number it is not obeyed again, and words count in the order in which they were said. */
import { expect, it } from "vitest";
import { commentCreated, type TriggerEvent } from "#core/commands/trigger-event.ts";
import type { IssueEvent } from "#loop/control/context/issue-event.ts";
import { handleEvent, handleStopAhead } from "#loop/control/handle/handle-event.ts";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import { atWork, type DeskStage, deskStage, LABELLED } from "../stage.ts";

const GRACE = { id: 42, login: "grace", type: "User" };

/** Told of by GitHub as it happened; heard whenever a test says so. */
function told({ github, time }: DeskStage, happening: TriggerEvent, comment: number | null = null): IssueEvent {
  time.now += 60_000;
  const heard = { happening, by: GRACE, issue: { ...github.now, authorId: 41 }, comment, throughApp: false, at: time.now, ours: [] };
  time.now += 15_000;
  return heard;
}

function said(stage: DeskStage, body: string): IssueEvent {
  const comment = stage.github.write({ id: GRACE.id, login: GRACE.login }, body);
  return told(stage, commentCreated(body, false), comment);
}

async function heardBoth(heard: IssueEvent, { desk }: DeskStage): Promise<void> {
  await handleStopAhead(heard, desk);
  await handleEvent(heard, desk);
}

/** Whoever works on the run sees what was said, and ends. */
const ends = ({ works }: DeskStage): Promise<void> => works({ kind: "step_interrupted", step: "PLAN" });
const count = ({ kinds }: DeskStage, kind: string): number => kinds().filter((one) => one === kind).length;

const STOPS: Readonly<Record<string, (stage: DeskStage) => IssueEvent>> = {
  "/stop": (stage) => said(stage, "/stop"),
  "the label taken away": (stage) => {
    stage.github.now = { ...stage.github.now, labels: [] };
    return told(stage, { kind: "label_removed", label: "loop" });
  },
  "the issue closed": (stage) => {
    stage.github.now = { ...stage.github.now, open: false };
    return told(stage, { kind: "issue_closed" });
  },
};

it.each(Object.entries(STOPS))("does not stop a run that was resumed since for %s, heard again", async (_what, stop) => {
  const stage = await atWork();
  const first = stop(stage);
  await heardBoth(first, stage);
  await ends(stage);
  expect(stage.run().stage).toBe("stopped");
  stage.github.now = { ...stage.github.now, open: true, labels: ["loop"] };
  await handleEvent(said(stage, "/loop resume"), stage.desk);
  await heardBoth(first, stage);
  expect([stage.run().stage, stage.run().stopRequest, stage.github.runs.length]).toEqual(["running", null, 2]);
});

it("obeys a stop that was said after the word that the run goes on by, though that one was heard late", async () => {
  const stage = await atWork();
  await heardBoth(said(stage, "/stop"), stage);
  await ends(stage);
  const [resume, stop] = [said(stage, "/loop resume"), said(stage, "/loop stop")];
  await handleEvent(resume, stage.desk);
  expect(stage.run().stage).toBe("running");
  await handleEvent(stop, stage.desk);
  expect(stage.run().stage).toBe("stopped");
});

it("tells words of one second apart by their comments", async () => {
  const stage = await atWork();
  const stop = said(stage, "/stop");
  await heardBoth(stop, stage);
  await ends(stage);
  await handleEvent({ ...said(stage, "/loop resume"), at: stop.at }, stage.desk);
  await heardBoth(stop, stage);
  expect(stage.run().stage).toBe("running");
  await heardBoth({ ...said(stage, "/stop"), at: stop.at }, stage);
  expect(stage.run().stage).toBe("stopped");
});

it("does not pause a run for a word that it has paused for", async () => {
  const stage = await atWork();
  const pause = said(stage, "/pause");
  await handleEvent(pause, stage.desk);
  await ends(stage);
  expect(stage.run().stage).toBe("paused");
  await handleEvent(said(stage, "/continue"), stage.desk);
  await handleEvent(pause, stage.desk);
  expect([stage.run().stage, stage.run().pausing, count(stage, "pause_requested")]).toEqual(["running", null, 1]);
});

it.each(["/loop resume", "/loop continue"])("takes no run up again for a %s that was said before its last end", async (word) => {
  const stage = await atWork();
  await handleEvent(said(stage, "/pause"), stage.desk);
  await ends(stage);
  const resume = said(stage, word);
  await handleEvent(resume, stage.desk);
  await heardBoth(said(stage, "/loop stop"), stage);
  await handleEvent(resume, stage.desk);
  expect([stage.run().stage, count(stage, "resumed"), stage.reply()]).toEqual(["stopped", 1, ""]);
});

it("takes no run up again that ended by itself since, for the word that took it up before", async () => {
  const stage = await atWork();
  await heardBoth(said(stage, "/stop"), stage);
  await ends(stage);
  const resume = said(stage, "/loop resume");
  await handleEvent(resume, stage.desk);
  await stage.works({ kind: "gave_up", reason: "worker_lost", message: "gone" });
  expect(stage.run().stage).toBe("failed");
  await handleEvent(resume, stage.desk);
  expect([stage.run().stage, count(stage, "resumed")]).toEqual(["failed", 1]);
});

it("clears no other block for the word that cleared the last one", async () => {
  const stage = await atWork();
  const audit = { verdict: "BLOCK" as const, drift: "none" as const, issue: "cut a test", principle: "P", correction: "" };
  await stage.works({ kind: "audit_done", audit, call: 3, context: "" });
  const unblock = said(stage, "/unblock I asked for it.");
  await handleEvent(unblock, stage.desk);
  await stage.works({ kind: "audit_done", audit: { ...audit, issue: "cut another" }, call: 3, context: "" });
  expect(stage.run().stage).toBe("blocked");
  await handleEvent(unblock, stage.desk);
  expect([stage.run().stage, count(stage, "run_unblocked")]).toEqual(["blocked", 1]);
});

it("stops a run for what was said after its label, though before it was begun, and thinks of no plan", async () => {
  const stage = deskStage();
  const [early, label] = [said(stage, "/loop stop"), told(stage, LABELLED)];
  const [talk, stop] = [said(stage, "/loop help"), said(stage, "/loop stop not this one")];
  await handleStopAhead(stop, stage.desk);
  await handleEvent(label, stage.desk);
  expect([stage.run().stage, stage.run().stopRequest, stage.model.prompts]).toEqual([
    "stopped",
    { by: "grace", note: "not this one", maintainer: true },
    [],
  ]);
  expect([...stage.github.reactions]).toContain(`${stop.comment} eyes`);
  expect([...stage.github.reactions]).not.toContain(`${talk.comment} eyes`);
  await handleEvent(stop, stage.desk);
  expect([...stage.github.reactions].at(-1)).toBe(`${stop.comment} rocket`);
  expect([...stage.github.reactions]).not.toContain(`${early.comment} eyes`);
});

it("begins a run though whoever may not stop it said so before", async () => {
  const stage = deskStage();
  const label = told(stage, LABELLED);
  stage.github.write({ id: 44, login: "ray" }, "/loop stop");
  await handleEvent(label, stage.desk);
  expect(stage.run().stage).toBe("awaiting_approval");
});

it("begins no run on an issue that was closed while its label waited in line", async () => {
  const stage = deskStage();
  const label = told(stage, LABELLED);
  stage.github.now = { ...stage.github.now, open: false };
  await handleEvent(label, stage.desk);
  expect([stage.stores.size, stage.reply()]).toEqual([0, "the issue is closed; open it, then set the label again"]);
});

it("holds a stop that no list shows yet for one to the run of the label before it", async () => {
  const stage = deskStage();
  const label = told(stage, LABELLED);
  const stop = told(stage, commentCreated("/loop stop", false), 999);
  await handleEvent(label, stage.desk);
  expect(stage.run().stage).toBe("awaiting_approval");
  await heardBoth(stop, stage);
  expect(stage.run().stage).toBe("stopped");
});

it("hears at its next look what was said between the label and the run, where the webhook of that was lost", async () => {
  const stage = deskStage();
  const label = told(stage, LABELLED);
  const { commentsSince } = stage.github;
  stage.github.commentsSince = async () => ({ unhandled: [], remarks: [], ownComments: new Map() });
  said(stage, "/loop stop");
  await handleEvent(label, stage.desk);
  stage.github.commentsSince = commentsSince;
  expect(stage.run().stage).toBe("awaiting_approval");
  stage.time.now += 120_000;
  await reconcile(stage.desk, () => Promise.resolve(null));
  expect(stage.run().stage).toBe("stopped");
});
