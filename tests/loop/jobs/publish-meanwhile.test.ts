/** The job that publishes finds a run that others have taken up, left, stopped, ended or held up meanwhile. */
import { expect, it } from "vitest";
import { runPublishJob } from "#loop/jobs/publish-job.ts";
import { rememberedJournal } from "#loop/journals/remembered-journal.ts";
import * as j from "../../builders/journal.ts";
import { memoryJournal } from "../../fakes/memory-journal.ts";
import { approved, atWork } from "../control/stage.ts";
import { given, passed, pressKit } from "../control/verified.ts";
import { add, pressed, VERIFIED } from "./publish-stage.ts";

it.each([
  { when: "another workflow run took it up", worker: "9002", seal: undefined },
  { when: "no workflow run is known", worker: "", seal: undefined },
])("leaves a run alone that is not this workflow run's: $when", async ({ worker }) => {
  const stage = await passed();
  const before = stage.kinds();
  const { report, published } = await pressed(stage, given(stage.run(), VERIFIED), worker);
  expect([report.stage, published, stage.kinds()]).toEqual(["verifying", [], before]);
  expect(stage.warnings.at(-1)).toContain("is not this workflow run's: it is verifying");
});

it("leaves a run alone that waits for another hand-over than its own", async () => {
  const stage = await approved();
  const before = stage.kinds();
  await pressed(stage, given(stage.run(), [], "0".repeat(64)));
  expect(stage.kinds()).toEqual(before);
});

it.each([
  { when: "at work", make: atWork },
  { when: "before it was taken up", make: approved },
])("has another machine take over the run that the job before left behind $when", async ({ make }) => {
  const stage = await make();
  const { published } = await pressed(stage, { ...given(stage.run(), []), jobs: "run: failure, verify: skipped" });
  expect([published, stage.run().stage, stage.run().replaced, stage.letters("result")]).toEqual([[], "running", 1, []]);
  expect(new Set(stage.github.runs.map(({ digest }) => digest)).size).toBe(stage.github.runs.length);
  const said = (stage.store().events ?? []).find(({ kind }) => kind === "worker_replaced");
  expect(said).toMatchObject({ worker: "9001", why: expect.stringContaining("ended (run: failure, verify: skipped)") });
});

it("ends a run whose job before was cancelled, in the words of the jobs", async () => {
  const stage = await atWork();
  await pressed(stage, { ...given(stage.run(), []), jobs: "run: cancelled, verify: skipped" });
  expect(stage.run().ending).toBe("worker_lost");
  expect(stage.letters("result")[0]).toContain("ended (run: cancelled, verify: skipped)");
});

it("stops when somebody asked for it before, whatever was verified (STOP-02)", async () => {
  const stage = await passed();
  const words = given(stage.run(), VERIFIED);
  await stage.says("ana", "/stop");
  expect(stage.run().stage).toBe("verifying");
  const { published } = await pressed(stage, words);
  expect([published, stage.run().ending, [...stage.github.labels]]).toEqual([[], "user_stop", ["loop:stopped"]]);
});

it("publishes nothing while everything is held up, and can be resumed after", async () => {
  const stage = await passed();
  stage.github.frozen = "LOOPWRIGHT_FREEZE is set";
  const { published } = await pressed(stage, given(stage.run(), VERIFIED));
  expect([published, stage.run().stage, stage.run().ending]).toEqual([[], "stopped", "frozen"]);
  expect(stage.letters("result")[0]).toContain("FREEZE is set");
  await stage.says("grace", "/loop resume");
  expect([stage.run().stage, stage.reply()]).toEqual(["stopped", "LOOPWRIGHT_FREEZE is set"]);
  stage.github.frozen = null;
  await stage.says("grace", "/loop resume");
  expect(stage.run().stage).toBe("running");
});

it("stops when somebody asks for it while the approval is looked up", async () => {
  const stage = await passed();
  const { kit, published } = pressKit(stage);
  const roleOf: typeof kit.github.roleOf = async (account) => {
    await stage.says("ana", "/stop");
    return kit.github.roleOf(account);
  };
  await runPublishJob(memoryJournal(stage.store()), given(stage.run(), VERIFIED), { ...kit, github: { ...kit.github, roleOf } });
  expect([published, stage.run().ending]).toEqual([[], "user_stop"]);
});

it("may show a run that waits for it, and none that others ended while the job stood still", async () => {
  const stage = await passed();
  const { kit } = pressKit(stage);
  const said: (string | null | undefined)[] = [];
  const publish: typeof kit.publisher.publish = async (_publication, objection) => {
    said.push(await objection?.());
    await stage.works({ kind: "gave_up", reason: "approval_void", message: "the approving comment was edited" });
    said.push(await objection?.());
    return { reason: said.at(-1) ?? "" };
  };
  const journal = rememberedJournal(memoryJournal(stage.store()));
  await runPublishJob(journal, given(stage.run(), VERIFIED), { ...kit, publisher: { ...kit.publisher, publish } });
  const { runId, stage: end, ending } = stage.run();
  expect(said).toEqual([null, `the run ${runId} is stopped by now, and nothing is opened: this job stood still`]);
  expect([end, ending]).toEqual(["stopped", "approval_void"]);
});

it("only tells people of a run that rests already", async () => {
  const stage = await atWork();
  add(stage, j.STOP, j.REFLECTED, { kind: "stopped", reason: "user_stop", key: null });
  const { report } = await pressed(stage, given(stage.run(), []));
  expect([report.stage, stage.letters("result").length, stage.run().gaveUp]).toEqual(["stopped", 1, null]);
});

it("does nothing over a history that breaks off", async () => {
  const stage = await passed();
  const words = given(stage.run(), VERIFIED);
  stage.store().unreadable = "line 9: not JSON";
  const before = stage.store().events;
  const { report, published } = await pressed(stage, words);
  expect([report.stage, report.stopReason, published, stage.store().events]).toEqual(["blocked", "state_unreadable", [], before]);
});
