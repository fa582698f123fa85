/** The repository's own checks of a pull request count: waited for, told, and where they are red, worked on. */
import { expect, it } from "vitest";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import type { CommitCheck } from "#core/ci/commit-check.ts";
import { reviewSubmitted } from "#core/commands/trigger-event.ts";
import type { EventDraft } from "#core/events/event.ts";
import { sha256 } from "#core/values/digest.ts";
import { watchChecks } from "#loop/control/run/watch-checks.ts";
import { runPublishJob } from "#loop/jobs/publish-job.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { planPrompt } from "#text/prompts/plan.ts";
import * as j from "../../../builders/journal.ts";
import { memoryJournal } from "../../../fakes/memory-journal.ts";
import { answers } from "../../../fakes/scripted-model.ts";
import { look, MINUTE } from "../reconcile/look.ts";
import type { DeskStage } from "../stage.ts";
import { evaluated, given, HEAD, passed, pressKit } from "../verified.ts";
import type { DeskOptions } from "../world.ts";

const check = (name: string, conclusion: string | null, summary = ""): CommitCheck => ({ name, conclusion, summary });
const GREEN = check("test", "success");
const RED = check("lint", "failure", "src/split.js:3: unused");

/** Shows a head in pull request 8, as the workflow run does that verified it. */
async function publish(stage: DeskStage, head: string, worker = "9001"): Promise<void> {
  const { kit } = pressKit(stage, worker);
  const drafts = [{ ...j.qa("VERIFIED"), head } as EventDraft, j.REFLECTED];
  await runPublishJob(memoryJournal(stage.store()), given(stage.run(), drafts), kit);
  stage.github.pullNow = { open: true, merged: false, branch: "loop/7-split", head, base: "main" };
}

async function shown(options: DeskOptions = {}): Promise<DeskStage> {
  const stage = await passed(options);
  await publish(stage, HEAD);
  stage.github.labels.add("loop");
  return stage;
}

/** GitHub tells that checks ended. */
const told = async (stage: DeskStage, ...checks: readonly CommitCheck[]): Promise<void> => {
  const { published } = stage.run();
  stage.github.checks.set(published?.head ?? "", checks);
  await watchChecks(stage.desk);
};

/** A workflow run does a round over the head before, and shows what came of it. */
async function mends(stage: DeskStage, round: number): Promise<void> {
  const [worker, tree, head] = [`${9001 + round}`, j.sha(`${round + 1}`), j.sha(round === 1 ? "d" : "f")];
  const before = stage.run().progress.head.commit;
  await stage.works({ kind: "consumed", handover: handoverDigestOf(stage.run()) ?? "", keyHash: sha256("key"), worker });
  await stage.works(j.PLANNED, j.worked(tree, null), j.PREPARED);
  await stage.works(evaluated(stage.run(), "B", tree), j.kept(head, before), j.audited("OK"));
  await publish(stage, head, worker);
}

const status = (stage: DeskStage): string => statusComment(stage.run(), { compare: null });

it("waits for checks that go on, and tells once that they passed", async () => {
  const stage = await shown();
  await told(stage, GREEN, check("e2e", null));
  expect(stage.run().ci).toBe(null);
  await told(stage, GREEN, check("e2e", "skipped"));
  const kinds = stage.kinds();
  expect([kinds.at(-1), stage.run().ci?.state, stage.run().stage]).toEqual(["ci_seen", "passed", "completed"]);
  expect(status(stage)).toContain("The repository's checks passed on cccccccc: 2 of 2.");
  await told(stage, GREEN, check("e2e", "skipped"));
  await look(stage);
  expect([stage.kinds(), stage.letters("result").length]).toEqual([kinds, 1]);
});

it("works on a red check under the same approval, and tells that the checks are green then", async () => {
  const stage = await shown();
  const { approval } = stage.run();
  await told(stage, GREEN, RED);
  const run = stage.run();
  expect([run.stage, run.approval, run.claimed, run.ciRounds, run.corrections, stage.github.runs.length]).toEqual([
    ...["running", approval, false, 1, []],
    2,
  ]);
  expect(planPrompt(run)).toContain("- lint: src/split.js:3: unused");
  expect(status(stage)).toContain("The repository's checks were red on cccccccc, before this round: <code>lint</code>.");
  await mends(stage, 1);
  expect([stage.run().stage, stage.letters("result").length]).toEqual(["completed", 2]);
  expect(stage.letters("result")[1]).toContain("were red on cccccccc, before this round: <code>lint</code>");
  await told(stage, GREEN, check("lint", "success"));
  expect([stage.run().stage, stage.run().ci?.state, status(stage)]).toEqual([
    "completed",
    "passed",
    expect.stringContaining("checks passed on dddddddd: 2 of 2."),
  ]);
});

it("works on checks that stay red as often as the plan says, and tells that a person goes on", async () => {
  const stage = await shown();
  for (const round of [1, 2]) {
    await told(stage, RED);
    await mends(stage, round);
  }
  await told(stage, RED);
  await look(stage);
  expect([stage.run().stage, stage.run().ciRounds, stage.kinds().filter((kind) => kind === "ci_sent_back").length]).toEqual([
    "completed",
    2,
    2,
  ]);
  expect(status(stage)).toContain(
    "are red on ffffffff: <code>lint</code>. Rounds for red checks: 2 of 2 used, so a person goes on from here.",
  );
});

it("tells that no check began in time, and hears one that comes later", async () => {
  const stage = await shown();
  await look(stage);
  expect(stage.run().ci).toBe(null);
  stage.time.now += 60 * MINUTE;
  await look(stage);
  await look(stage);
  expect([stage.run().ci?.state, stage.kinds().filter((kind) => kind === "ci_seen").length]).toEqual(["absent", 1]);
  expect(status(stage)).toContain("No check of the repository has begun on cccccccc within 60 minutes.");
  await told(stage, RED);
  expect([stage.run().stage, stage.run().ciRounds]).toEqual(["running", 1]);
});

it("hears of red checks by a look where no webhook came", async () => {
  const stage = await shown();
  stage.github.checks.set(HEAD, [RED]);
  await look(stage);
  expect(stage.run().stage).toBe("running");
});

it("does not work on what is red on the base too, and names it", async () => {
  const stage = await shown();
  stage.github.checks.set(stage.run().bases.shown ?? "", [RED]);
  await told(stage, GREEN, RED);
  expect([stage.run().stage, stage.run().ci?.state]).toEqual(["completed", "passed"]);
  expect(status(stage)).toContain("Red on the base too, and so not held against the work: <code>lint</code>.");
});

const OBSTACLES: readonly { readonly what: string; readonly holds: Partial<Pick<DeskStage["github"], "frozen" | "pullNow" | "now">> }[] = [
  { what: "the kill switch", holds: { frozen: "frozen by ada" } },
  { what: "a push of a person", holds: { pullNow: { open: true, merged: false, branch: "loop/7-split", head: j.sha("e"), base: "main" } } },
];

it.each(OBSTACLES)("tells of red checks and begins nothing: $what, and works on them once that is over", async ({ holds }) => {
  const stage = await shown();
  const { frozen, pullNow } = stage.github;
  Object.assign(stage.github, holds);
  await told(stage, RED);
  expect([stage.run().stage, stage.run().ci?.state, stage.run().ciRounds]).toEqual(["completed", "failed", 0]);
  Object.assign(stage.github, { frozen, pullNow });
  await look(stage);
  expect([stage.run().stage, stage.kinds().filter((kind) => kind === "ci_seen").length]).toEqual(["running", 1]);
});

it("begins no round on an issue that was closed", async () => {
  const stage = await shown();
  stage.github.now = { ...stage.github.now, open: false };
  await told(stage, RED);
  expect([stage.run().stage, stage.run().ci?.state]).toEqual(["completed", "failed"]);
});

it("leaves red checks alone where the configuration says so", async () => {
  const stage = await shown({ files: { ".github/loopwright.yml": "limits: { ciRounds: 0 }\n" } });
  await told(stage, RED);
  expect([stage.run().stage, status(stage)]).toEqual(["completed", expect.stringContaining("Loopwright does not work on them")]);
});

it("asks for no checks of a run that is at work, that ended otherwise, or that never was", async () => {
  const stage = await shown({ turns: { coordinator: [answers({ change: "plan_change", why: "It says so." })] } });
  await stage.happens("grace", reviewSubmitted("Almost."), { pull: { number: 8, review: 31 } });
  await watchChecks(stage.desk);
  await stage.says("grace", "/stop", { number: 8, review: null });
  await watchChecks(stage.desk);
  await watchChecks({ ...stage.desk, active: async () => null, latest: async () => null });
  expect([stage.run().stage, stage.github.asked.filter((call) => call === "checks")]).toEqual(["stopped", []]);
});
