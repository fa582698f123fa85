/** Unfinished work as a draft pull request, where the repository wants that: what opens one, what does not, and what becomes of it. */
import { expect, it } from "vitest";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { Config } from "#core/config/config.ts";
import { receiptOf } from "#core/events/data/effect.ts";
import { branchOf } from "#core/run/run-facts.ts";
import { sha256 } from "#core/values/digest.ts";
import { runPublishJob } from "#loop/jobs/publish-job.ts";
import { journalWithViews } from "#loop/journals/journal-with-views.ts";
import { Failure } from "#ports/failure.ts";
import * as j from "../../builders/journal.ts";
import { memoryJournal } from "../../fakes/memory-journal.ts";
import { answers } from "../../fakes/scripted-model.ts";
import { atWork, type DeskStage } from "../control/stage.ts";
import { evaluated, given, HEAD, passed, pressKit } from "../control/verified.ts";
import type { DeskOptions } from "../control/world.ts";

const CONFIG = ".github/loopwright.yml";
const FILES = { "package.json": '{ "scripts": { "test": "node --test" } }' };
const wanting = (more = "") => ({ files: { ...FILES, [CONFIG]: `on_incomplete: draft\n${more}` } });

/** At work, with one commit on its branch and no money left. */
async function spent(options: DeskOptions = wanting()): Promise<DeskStage> {
  const stage = await atWork(options);
  await stage.works({ kind: "setup_done", ok: true, details: "", ms: 1 }, j.BASE_SCORED, j.PLANNED, ...j.made(j.sha("1")), j.PREPARED);
  await stage.works(evaluated(stage.run(), "A"), j.kept(HEAD), { kind: "budget_refused", message: "no money left" });
  return stage;
}

/** The job that publishes, with a verdict or without one. */
async function pressed(stage: DeskStage, ...drafts: Parameters<typeof given>[1]) {
  const { kit, published } = pressKit(stage);
  const journal = journalWithViews(memoryJournal(stage.store()), stage.desk);
  return { report: await runPublishJob(journal, given(stage.run(), drafts), kit), published };
}

it("shows what QA did not accept as a draft, after the result comment has told of it [6.9 #15]", async () => {
  const stage = await passed(wanting("limits: { qaRounds: 1 }\n"));
  const { report, published } = await pressed(stage, j.qa("ISSUES"), j.REFLECTED);
  expect([report.stage, report.stopReason, report.pr]).toEqual(["stopped", "qa_issues", 8]);
  expect(published).toMatchObject([{ head: HEAD, base: "main", draft: true, number: null }]);
  expect(published[0]?.body).toMatch(/^[*][*]Not finished[*][*], because QA still finds issues · /);
  expect(published[0]?.body).not.toMatch(/\b(close|fix|resolve)[sd]? #/i);
  expect(stage.letters("result")).toEqual([expect.stringContaining("A draft pull request of it follows")]);
  expect([receiptOf(stage.run(), "draft"), stage.run().published]).toEqual(["8", null]);
});

it("shows what the job that works left when its budget was used up", async () => {
  const stage = await spent();
  expect([stage.run().stage, stage.run().ending]).toEqual(["stopped", "budget_exceeded"]);
  expect((await pressed(stage)).published).toMatchObject([{ head: HEAD, draft: true }]);
  expect((await pressed(stage)).published).toEqual([]);
});

it("opens no draft where nobody asked for one", async () => {
  const stage = await spent({ files: FILES });
  expect((await pressed(stage)).published).toEqual([]);
  expect(stage.run().effects.draft).toBeUndefined();
});

it("opens no draft of what a person stopped", async () => {
  const stage = await atWork(wanting());
  await stage.works({ kind: "setup_done", ok: true, details: "", ms: 1 }, j.BASE_SCORED, j.PLANNED, ...j.made(j.sha("1")), j.PREPARED);
  await stage.works(evaluated(stage.run(), "A"), j.kept(HEAD), { kind: "stop_requested", by: "grace", note: "" });
  expect([stage.run().stage, stage.run().ending]).toEqual(["stopped", "user_stop"]);
  expect((await pressed(stage)).published).toEqual([]);
});

it("opens no draft when nobody stands behind the plan any more, whatever the journal says (AUTH-13)", async () => {
  const stage = await spent();
  stage.github.comments.delete(502);
  expect((await pressed(stage)).published).toEqual([]);
  expect(stage.run().effects.draft?.settled).toEqual({ receipt: null, why: "the comment that approved the plan is gone" });
});

it("says why no draft could be opened, and does not try for ever", async () => {
  const stage = await spent();
  const { kit } = pressKit(stage);
  const refusing = async () => {
    throw new Failure("github", "Draft pull requests are not supported in this repository.", { retryable: false });
  };
  const report = await runPublishJob(memoryJournal(stage.store()), given(stage.run(), []), {
    ...kit,
    publisher: { ...kit.publisher, publish: refusing },
  });
  expect([report.stage, report.pr]).toEqual(["stopped", null]);
  expect(stage.run().effects.draft?.settled?.why).toContain("not supported");
});

it("goes on with the draft when the run is resumed: the same pull request shows what is verified then", async () => {
  const stage = await spent();
  await pressed(stage);
  const shown = { open: true, merged: false, branch: branchOf(stage.run()), head: HEAD, base: "main" };
  stage.github.pullNow = { ...shown, open: false };
  await stage.says("grace", "/loop resume");
  expect([stage.run().stage, stage.reply()]).toEqual(["stopped", expect.stringContaining("pull request #8 is closed")]);
  stage.github.pullNow = shown;
  await stage.says("grace", "/loop resume");
  expect([stage.run().stage, stage.run().drafted, stage.run().effects.draft]).toEqual(["running", 8, undefined]);
  await stage.works({ kind: "consumed", handover: handoverDigestOf(stage.run()) ?? "", keyHash: sha256("key"), worker: "9001" });
  await stage.works(j.PREPARED, evaluated(stage.run(), "B"), j.audited("OK"));
  const { report, published } = await pressed(stage, j.qa("VERIFIED"), j.REFLECTED);
  expect([report.stage, report.pr, stage.run().published?.number]).toEqual(["completed", 8, 8]);
  expect(published).toMatchObject([{ number: 8, draft: false, head: HEAD }]);
});

it("takes branch for where unfinished work is shown, and nothing else but draft", () => {
  expect(Config.parse({}).on_incomplete).toBe("branch");
  expect(() => Config.parse({ on_incomplete: "pull" })).toThrow();
});

it("hears a redirect on the draft like one on the issue", async () => {
  const turns = { coordinator: [answers({ change: "result_change", why: "It says how." })] };
  const stage = await spent({ ...wanting(), turns });
  await pressed(stage);
  stage.github.pullNow = { open: true, merged: false, branch: branchOf(stage.run()), head: HEAD, base: "main" };
  await stage.says("grace", "/loop redirect Use one pass.", { number: 8, review: null });
  expect([stage.run().stage, stage.run().corrections.at(-1)]).toMatchObject(["running", { text: "Use one pass.", onPull: { pull: 8 } }]);
});
