/** A run whose work is shown: reviews and words on its pull request carry it on, and what a person took over is left alone. */
import { expect, it } from "vitest";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { reviewSubmitted, type TriggerEvent } from "#core/commands/trigger-event.ts";
import type { EventDraft } from "#core/events/event.ts";
import { sha256 } from "#core/values/digest.ts";
import { RUN_STATION } from "#loop/context/station.ts";
import { handleWorkerEnd } from "#loop/control/reconcile/worker-ended.ts";
import { drive } from "#loop/engine/drive.ts";
import { runPublishJob } from "#loop/jobs/publish-job.ts";
import * as j from "../../../builders/journal.ts";
import { memoryJournal } from "../../../fakes/memory-journal.ts";
import { answers } from "../../../fakes/scripted-model.ts";
import { HYDRATION } from "../../bench.ts";
import type { DeskStage } from "../stage.ts";
import { evaluated, given, HEAD, passed, pressKit } from "../verified.ts";
import type { DeskOptions } from "../world.ts";

const PULL = { number: 8, review: null };
const REVIEW = { number: 8, review: 31 };
const THREAD = { comment: 41, path: "src/split.js", line: 3, text: "Keep the name." };
const asks = (body: string): TriggerEvent => reviewSubmitted(body);
const coordinator = (change: string) => ({ coordinator: [answers({ change, why: "It says so." })] });

/** Up to pull request 8, whose review 31 has a comment on a line. */
async function shown(options: DeskOptions = {}): Promise<DeskStage> {
  const stage = await passed(options);
  const { kit } = pressKit(stage);
  await runPublishJob(memoryJournal(stage.store()), given(stage.run(), [j.qa("VERIFIED"), j.REFLECTED]), kit);
  stage.github.pullNow = { open: true, merged: false, branch: "loop/7-split", head: HEAD, base: "main" };
  stage.github.reviews.set(31, [THREAD]);
  return stage;
}

const onPull = (stage: DeskStage) => [...stage.github.comments.values()].filter(({ on }) => on === 8);

it("goes on with the branch after a review, in another workflow run under the same approval [S2.08, S2.09, M2.01]", async () => {
  const stage = await shown({ turns: coordinator("constraint_change") });
  const { approval } = stage.run();
  await stage.happens("grace", asks("Almost."), { pull: REVIEW });
  const run = stage.run();
  expect([run.stage, run.approval, run.claimed, stage.github.runs.length, [...stage.github.labels]]).toEqual([
    ...["running", approval, false, 2],
    ["loop:running"],
  ]);
  expect(run.corrections).toMatchObject([{ by: "grace", text: "Almost.", kind: "constraint_change", onPull: { threads: [THREAD] } }]);
  expect([...stage.github.reactions].filter((one) => one.startsWith("pull"))).toEqual(["pull 8 eyes", "pull 8 rocket"]);
  expect(onPull(stage)).toEqual([]);
  const kinds = stage.kinds();
  await stage.again();
  expect(stage.kinds()).toEqual(kinds);
});

it("makes another plan after a review that wants another goal, asks for an approval on the issue, and says so [S2.09, M2.02, CMD-24]", async () => {
  const turns = { hydrator: [answers(HYDRATION), answers(HYDRATION)], "plan-critic": [answers({ verdict: "PROCEED", findings: [] })] };
  const critic = [...turns["plan-critic"], ...turns["plan-critic"]];
  const stage = await shown({ turns: { ...turns, "plan-critic": critic, ...coordinator("objective_change") } });
  await stage.happens("grace", asks("Make it a parser."), { pull: REVIEW });
  expect([stage.run().stage, stage.run().approval, stage.letters("again").length]).toEqual(["awaiting_approval", null, 1]);
  expect(stage.letters("plan")[0]).toContain("It goes on from pull request #8.");
  expect(onPull(stage).map(({ body }) => body)).toEqual([expect.stringContaining("it waits for an approval on #7")]);
  await stage.says("grace", "/approve", PULL);
  expect([stage.run().stage, stage.reply()]).toEqual(["awaiting_approval", expect.stringContaining("say it on issue #7")]);
});

it("hears redirects, stops and questions on the pull request of a run, and nothing on another one [CMD-24]", async () => {
  const stage = await shown({ turns: coordinator("plan_change") });
  await stage.says("grace", "/redirect Name it split2.", { number: 9, review: null });
  expect([stage.run().stage, stage.reply()]).toEqual(["completed", ""]);
  await stage.says("grace", "/status", PULL);
  expect(stage.reply()).toContain("**Completed**");
  await stage.says("grace", "/loop", PULL);
  expect([stage.stores.size, stage.reply()]).toEqual([1, "a run begins on its issue: say it on issue #7"]);
  await stage.says("grace", "/redirect Name it split2.", PULL);
  expect([stage.run().stage, stage.run().corrections]).toMatchObject(["running", [{ text: "Name it split2.", onPull: { threads: [] } }]]);
  await stage.says("grace", "/stop", PULL);
  expect([stage.run().stage, stage.letters("result").length]).toEqual(["stopped", 1]);
  expect(onPull(stage).at(-1)?.body).toContain("Not done, because somebody asked for it. Nothing was added to the branch.");
});

it("lets only whoever may write carry a run on, and gives strangers no words [S2.08]", async () => {
  const stage = await shown();
  await stage.happens("ray", asks("Almost."), { pull: REVIEW });
  await stage.happens("tria", asks("Almost."), { pull: REVIEW });
  expect([stage.run().stage, onPull(stage).map(({ body }) => body)]).toEqual([
    "completed",
    [expect.stringContaining("tria may not do this here")],
  ]);
});

it.each<{ now: Partial<DeskStage["github"]["pullNow"]>; why: string }>([
  { now: { open: false, merged: true }, why: "pull request #8 is merged" },
  { now: { open: false }, why: "pull request #8 is closed" },
  { now: { head: j.sha("e") }, why: "somebody else pushed to it" },
])("does not go on with what a person took over: $why", async ({ now, why }) => {
  const stage = await shown();
  stage.github.pullNow = { ...stage.github.pullNow, ...now };
  await stage.happens("grace", asks("Almost."), { pull: REVIEW });
  expect([stage.run().stage, onPull(stage).map(({ body }) => body)]).toEqual(["completed", [expect.stringContaining(why)]]);
});

it.each<{ kind: "pull_closed" | "pull_merged" | "pull_pushed"; note: string }>([
  { kind: "pull_closed", note: "grace closed the pull request" },
  { kind: "pull_merged", note: "grace merged the pull request" },
  { kind: "pull_pushed", note: "grace pushed to the branch of the pull request, so it is theirs now" },
])("stops a run at work when a person takes its pull request over ($kind), and lets one that rests alone", async ({ kind, note }) => {
  const stage = await shown({ turns: coordinator("plan_change") });
  await stage.happens("grace", { kind }, { pull: PULL });
  expect(stage.run().stage).toBe("completed");
  await stage.happens("grace", asks("Almost."), { pull: REVIEW });
  await stage.happens("grace", { kind }, { pull: PULL });
  expect([stage.run().stage, stage.run().ending]).toEqual(["stopped", "taken_over"]);
  expect(onPull(stage).at(-1)?.body).toContain(`Not done, because ${note}. Nothing was added to the branch.`);
});

const answered = (stage: DeskStage) => onPull(stage).map(({ to, body }) => [to, body.split("\n")[0]]);
/** The workflow run 9002 does the work of another round, up to the audit before QA. */
async function worksAgain(stage: DeskStage): Promise<void> {
  const tree = j.sha("2");
  await stage.works({ kind: "consumed", handover: handoverDigestOf(stage.run()) ?? "", keyHash: sha256("key"), worker: "9002" });
  await stage.works(j.PLANNED, j.worked(tree, null), j.PREPARED);
  await stage.works(evaluated(stage.run(), "B", tree), j.kept(j.sha("d"), HEAD), j.audited("OK"));
}

const VERIFIED = [{ ...j.qa("VERIFIED"), head: j.sha("d") } as EventDraft, j.REFLECTED];

it("moves the pull request that is there, and answers each thread and the review once [M2.02]", async () => {
  const stage = await shown({ turns: coordinator("plan_change") });
  await stage.happens("grace", asks("Almost."), { pull: REVIEW });
  await worksAgain(stage);
  const { kit, published } = pressKit(stage, "9002");
  const verdict = given(stage.run(), VERIFIED);
  await runPublishJob(memoryJournal(stage.store()), verdict, kit);
  expect([stage.run().stage, published.map(({ number, head }) => [number, head])]).toEqual(["completed", [[8, j.sha("d")]]]);
  expect(answered(stage)).toEqual([
    [41, expect.stringMatching(/^Done in dddddddd, which changes <code>src.split.js<.code>[.] The worker says of its work: done$/)],
    [null, expect.stringContaining("**Completed**")],
  ]);
  expect([onPull(stage)[1]?.body, stage.letters("result").length]).toEqual([expect.stringContaining("which QA verified"), 1]);
  const before = stage.kinds();
  await handleWorkerEnd({ id: "9002", title: "Loopwright", conclusion: "success" }, stage.desk);
  expect(stage.kinds()).toEqual(before);
});

it("ends a round whose pull request a person merged meanwhile, and says so there", async () => {
  const stage = await shown({ turns: coordinator("plan_change") });
  await stage.happens("grace", asks("Almost."), { pull: REVIEW });
  await worksAgain(stage);
  const { kit } = pressKit(stage, "9002");
  const merged = { ...kit.publisher, publish: () => Promise.resolve({ reason: "pull request #8 was merged" }) };
  await runPublishJob(memoryJournal(stage.store()), given(stage.run(), VERIFIED), { ...kit, publisher: merged });
  expect([stage.run().stage, stage.run().ending]).toEqual(["stopped", "taken_over"]);
  expect(onPull(stage)[1]?.body).toContain("nobody verified the commits after");
  stage.github.pullNow = { ...stage.github.pullNow, merged: true, open: false };
  await stage.says("grace", "/resume", PULL);
  expect([stage.run().stage, stage.reply()]).toEqual(["stopped", expect.stringContaining("is merged")]);
});

const SPENT: EventDraft = { kind: "budget_refused", message: "too much" };

it("answers when the workflow run is over, where the bench ended the round, and on the issue where it may not on the pull request [M2.02]", async () => {
  const stage = await shown({ turns: coordinator("plan_change") });
  await stage.happens("grace", asks("Almost."), { pull: REVIEW });
  await stage.works(SPENT);
  expect([stage.run().stage, onPull(stage)]).toEqual(["stopped", []]);
  const { kit } = pressKit(stage);
  expect(await drive(memoryJournal(stage.store()), RUN_STATION, { ...stage.kit, github: stage.github, worker: "9001" })).toMatchObject({
    stage: "stopped",
  });
  expect(onPull(stage)).toEqual([]);
  stage.github.refuse("comment", { retryable: false });
  await runPublishJob(memoryJournal(stage.store()), given(stage.run(), []), kit);
  expect(answered(stage)).toEqual([[41, expect.stringContaining("Not done, because the budget is used up")]]);
  expect(stage.letters("result").length).toBe(2);
});
