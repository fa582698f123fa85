/** A workflow run is over: whatever it left behind is taken over by another one, or ended, once, and nothing else is. */
import { expect, it } from "vitest";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { sha256 } from "#core/values/digest.ts";
import { handleWorkerEnd } from "#loop/control/reconcile/worker-ended.ts";
import * as j from "../../../builders/journal.ts";
import { approved, atWork, type DeskStage, deskStage, planned } from "../stage.ts";
import { passed } from "../verified.ts";

const ended = (id: string, title = "issue 7") => ({ id, title, conclusion: "failure" });
const cancelled = (id: string, title = "issue 7") => ({ id, title, conclusion: "cancelled" });
const titled = ({ run }: DeskStage): string => `issue 7 ${handoverDigestOf(run())}`;

it.each([
  { when: "it was at work", make: atWork },
  { when: "it waited for its verdict", make: passed },
])("has another machine take over the run that its workflow run left behind when $when, and says so", async ({ make }) => {
  const stage = await make();
  await handleWorkerEnd(ended("9001"), stage.desk);
  const { claimed, replaced } = stage.run();
  expect([stage.run().stage, claimed, replaced, stage.github.runs.length]).toEqual(["running", false, 1, 2]);
  expect([[...stage.github.labels], stage.letters("result")]).toEqual([["loop:running"], []]);
  const before = stage.kinds();
  await handleWorkerEnd(ended("9001"), stage.desk);
  expect([stage.kinds(), stage.github.runs.length]).toEqual([before, 2]);
});

it.each([
  { when: "it was at work", make: atWork },
  { when: "it waited for its verdict", make: passed },
])("ends a run whose workflow run somebody cancelled when $when: whoever did it says whether it goes on", async ({ make }) => {
  const stage = await make();
  await handleWorkerEnd(cancelled("9001"), stage.desk);
  expect([stage.run().stage, stage.run().ending, [...stage.github.labels]]).toEqual(["failed", "worker_lost", ["loop:failed"]]);
  expect(stage.letters("result")[0]).toContain("the workflow run 9001 ended (cancelled) and left the run behind");
  const before = stage.kinds();
  await handleWorkerEnd(cancelled("9001"), stage.desk);
  expect([stage.kinds(), stage.letters("result").length]).toEqual([before, 1]);
});

it.each([
  { by: "its number", id: "9001", title: () => "whatever it is called" },
  { by: "its title", id: "77", title: titled },
])("starts another workflow run for a run that was never taken up, known by $by", async ({ id, title }) => {
  const stage = await approved();
  // The receipt of the dispatch waits in the journal's memory at the desk: write it down as another word would.
  await stage.works({ kind: "settled", effect: "dispatch", receipt: "9001", why: "" });
  await handleWorkerEnd(ended(id, title(stage)), stage.desk);
  expect([stage.run().replaced, stage.kinds().filter((kind) => kind === "worker_replaced").length]).toEqual([1, 1]);
  expect(new Set(stage.github.runs.map(({ digest }) => digest)).size).toBe(2);
});

it("ends a run whose workflow run was cancelled before it took it up", async () => {
  const stage = await approved();
  await handleWorkerEnd(cancelled("77", titled(stage)), stage.desk);
  expect(stage.run().ending).toBe("worker_lost");
});

it.each<{ when: string; make: () => Promise<DeskStage>; id: string }>([
  { when: "another workflow run took the hand-over up", make: atWork, id: "9002" },
  { when: "it is about another hand-over", make: approved, id: "77" },
  { when: "the run waits for an approval", make: planned, id: "9001" },
  { when: "there is no run", make: async () => deskStage(), id: "9001" },
])("leaves alone what is not its own when $when", async ({ make, id }) => {
  const stage = await make();
  const before = stage.kinds();
  await handleWorkerEnd(ended(id), stage.desk);
  expect(stage.kinds()).toEqual(before);
});

it("leaves a run alone whose history breaks off", async () => {
  const stage = await atWork();
  stage.store().unreadable = "line 9: not JSON";
  const before = stage.store().events;
  await handleWorkerEnd(ended("9001"), stage.desk);
  expect(stage.store().events).toBe(before);
});

it("ends as stopped what somebody had stopped, and not as lost", async () => {
  const stage = await atWork();
  await stage.says("ana", "/stop");
  await handleWorkerEnd(ended("9001"), stage.desk);
  expect([stage.run().stage, stage.run().ending]).toEqual(["stopped", "user_stop"]);
});

it("believes no pull request that a workflow run wrote down without completing the run", async () => {
  const stage = await passed();
  const forged = [j.qa("VERIFIED"), j.REFLECTED, { kind: "publish_requested" } as const, j.PUBLISHED];
  stage.store().events = [...(stage.store().events ?? []), ...j.timed(forged)];
  const forgedEvents = stage.store().events;
  await handleWorkerEnd(ended("9001"), stage.desk);
  expect([stage.run().stage, stage.run().qa?.last, stage.run().published]).toEqual(["running", null, null]);
  stage.store().events = forgedEvents;
  await handleWorkerEnd(cancelled("9001"), stage.desk);
  expect([stage.run().stage, stage.run().ending, stage.run().published]).toEqual(["failed", "worker_lost", null]);
  expect(stage.letters("result")[0]).not.toMatch(/Pull request: #|VERIFIED/);
});

it("may be taken up again after it was lost", async () => {
  const stage = await atWork();
  await handleWorkerEnd(cancelled("9001"), stage.desk);
  await stage.says("grace", "/loop resume");
  expect([stage.run().stage, stage.run().gaveUp, stage.github.runs.length]).toEqual(["running", null, 2]);
});

it("may be taken up as often as its worker is lost: that says nothing about the run", async () => {
  const stage = await atWork();
  await handleWorkerEnd(cancelled("9001"), stage.desk);
  for (const [again, worker] of ["9002", "9003", "9004"].entries()) {
    await stage.says("grace", "/loop resume");
    expect([stage.run().stage, stage.github.runs.length]).toEqual(["running", again + 2]);
    await stage.works({ kind: "consumed", handover: handoverDigestOf(stage.run()) ?? "", keyHash: sha256("key"), worker });
    await handleWorkerEnd(cancelled(worker), stage.desk);
    expect(stage.run().ending).toBe("worker_lost");
  }
});

/** Another workflow run takes the hand-over up. */
async function taken(stage: DeskStage, worker: string): Promise<void> {
  await stage.works({ kind: "consumed", handover: handoverDigestOf(stage.run()) ?? "", keyHash: sha256("key"), worker });
}

it("ends a run that loses machine after machine without a score in between, and says how many [CR-15]", async () => {
  const stage = await atWork();
  for (const worker of ["9001", "9002", "9003"]) {
    await handleWorkerEnd(ended(worker), stage.desk);
    expect(stage.run().stage).toBe("running");
    await taken(stage, String(Number(worker) + 1));
  }
  await handleWorkerEnd(ended("9004"), stage.desk);
  expect([stage.run().stage, stage.run().ending, stage.github.runs.length]).toEqual(["failed", "worker_lost", 4]);
  expect(stage.letters("result")[0]).toContain("(so did 3 before it, and no iteration got its score in between)");
  await stage.says("grace", "/loop resume");
  expect([stage.run().stage, stage.run().replaced]).toEqual(["running", 0]);
});

it("starts the round that was announced and never sent, because the press died between the two", async () => {
  const stage = await passed();
  const before = stage.github.runs.length;
  await stage.works(j.qa("ISSUES"), { kind: "iteration_advanced", iteration: 2, cause: "qa" }, { kind: "announced", effect: "dispatch" });
  await handleWorkerEnd(ended("9001"), stage.desk);
  expect([stage.run().stage, stage.github.runs.length - before]).toEqual(["running", 1]);
});

/** As GitHub titles a workflow run of ours. */
const whole = (stage: DeskStage) => ended("9001", `Loopwright #7 ${stage.run().runId} ${handoverDigestOf(stage.run()) ?? ""}`);

/** Up to the end of a run, as the press leaves it when it dies before it has told anybody. */
async function untold(): Promise<DeskStage> {
  const stage = await passed();
  await stage.works(j.qa("VERIFIED"), j.REFLECTED, j.PUBLISHED);
  expect([stage.run().stage, stage.letters("result")]).toEqual(["completed", []]);
  stage.github.labels.clear();
  stage.github.labels.add("loop:running").add("bug");
  return stage;
}

it("says how a run ended, once, and sets its label, because the press died before it did", async () => {
  const stage = await untold();
  await handleWorkerEnd(whole(stage), stage.desk);
  expect([stage.letters("result").length, [...stage.github.labels].sort()]).toEqual([1, ["bug", "loop:completed"]]);
  await handleWorkerEnd(whole(stage), stage.desk);
  expect(stage.letters("result")).toHaveLength(1);
});

it("asks nothing more of GitHub where the workflow run came to its end", async () => {
  const stage = await untold();
  await handleWorkerEnd({ ...whole(stage), conclusion: "success" }, stage.desk);
  expect([stage.letters("result").length, [...stage.github.labels]]).toEqual([0, ["loop:running", "bug"]]);
});
