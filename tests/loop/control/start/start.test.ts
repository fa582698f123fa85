/** A label: a plan and one comment, or the reason in words; and nothing at all for whoever may not. */
import { expect, it } from "vitest";
import { commentCreated, type TriggerEvent } from "#core/commands/trigger-event.ts";
import { handleEvent } from "#loop/control/handle/handle-event.ts";
import { Failure } from "#ports/failure.ts";
import * as j from "../../../builders/journal.ts";
import { answers } from "../../../fakes/scripted-model.ts";
import { HYDRATION } from "../../bench.ts";
import { approved, atWork, type DeskStage, deskStage, LABELLED, type Person, planned } from "../stage.ts";
import { passed } from "../verified.ts";
import { WORKFLOW } from "../world.ts";

it("makes a plan, shows it in one comment, and waits [M0.01]", async () => {
  const { run, github, letters, reply, model, kinds, warnings } = await planned();
  expect(run()).toMatchObject({ stage: "awaiting_approval", issue: { number: 7 }, runId: "split-drops-empty-fields-20260102-100100" });
  expect([[...github.labels], [...github.reactions]]).toEqual([["loop:awaiting-approval"], ["issue eyes", "issue rocket"]]);
  expect([letters("plan").length, github.comments.size, reply()]).toEqual([1, 1, ""]);
  expect(letters("plan")[0]).toContain(`\`/loop approve ${run().request?.digest.slice(0, 32)}\``);
  expect(kinds()).toEqual(["run_started", "run_hydrated", "plan_reviewed", "approval_requested", "announced"]);
  expect([model.prompts.length, warnings]).toEqual([2, []]);
});

it("writes a plan down in two appends, and asks GitHub no more than it must", async () => {
  const { github } = await planned();
  expect(github.asked).toEqual(["react", "roleOf", "freeze", "issue", "issue", "neighbours", "relabel", "comment", "react"]);
});

it("makes one plan of a label that is heard twice", async () => {
  const { again, stores, github, kinds, reply, model } = await planned();
  const before = kinds().length;
  await again();
  expect([stores.size, kinds().length, github.comments.size, reply(), model.prompts.length]).toEqual([1, before, 1, "", 2]);
  expect([...github.reactions]).not.toContain("issue -1");
});

it("makes no second plan of a label that is heard twice when the first run is over already", async () => {
  const stage = deskStage({
    turns: { hydrator: [answers({ ...HYDRATION, questions: [{ question: "Which fields?", default: "All of them." }] })] },
  });
  await stage.happens("grace", LABELLED);
  await stage.again();
  expect([stage.stores.size, stage.github.comments.size]).toEqual([1, 1]);
});

it.each<{ when: string; by: Person; happening: TriggerEvent }>([
  { when: "a reader sets the label", by: "ray", happening: LABELLED },
  { when: "the author, who may only read, sets it", by: "ana", happening: LABELLED },
])("refuses without words when $when [AUTH-18]", async ({ by, happening }) => {
  const { happens, github, stores } = deskStage();
  await happens(by, happening);
  expect([stores.size, github.comments.size, [...github.reactions]]).toEqual([0, 0, ["issue eyes", "issue -1"]]);
});

it("ends no plan for a label that was taken away in the name of somebody without triage [AUTH-18]", async () => {
  const { happens, run, github } = await planned();
  github.now = { ...github.now, labels: [] };
  await happens("ray", { kind: "label_removed", label: "loop" });
  expect([run().stage, run().stopRequest]).toEqual(["awaiting_approval", null]);
});

it("plans for whoever may triage, and no more [AUTH-16]", async () => {
  const stage = deskStage();
  await stage.happens("tria", LABELLED);
  expect(stage.run().stage).toBe("awaiting_approval");
  await stage.says("tria", "/approve");
  expect([stage.run().stage, stage.reply()]).toEqual(["awaiting_approval", "tria may not do this here (approve needs more than triage)"]);
});

it.each<{ when: string; by: Person; happening: TriggerEvent }>([
  { when: "a bot sets the label", by: "robot", happening: LABELLED },
  { when: "another label is set", by: "grace", happening: { kind: "label_added", label: "bug" } },
  { when: "a label is taken away without a run", by: "grace", happening: { kind: "label_removed", label: "loop" } },
  { when: "an issue without a run is closed", by: "grace", happening: { kind: "issue_closed" } },
  { when: "a comment is prose", by: "grace", happening: commentCreated("I approve", false) },
  { when: "an edited comment holds a command", by: "grace", happening: commentCreated("/loop status", true) },
  { when: "a bare command is said where nothing runs", by: "grace", happening: commentCreated("/stop", false) },
])("asks nothing of GitHub when $when", async ({ by, happening }) => {
  const { happens, github, stores } = deskStage();
  await happens(by, happening);
  expect([github.asked, stores.size]).toEqual([[], 0]);
});

it("begins nothing for a label that is gone again, whichever is told first, and says no word [WH-16]", async () => {
  const stage = deskStage({ issue: { labels: ["bug"] } });
  await stage.happens("grace", { kind: "label_removed", label: "loop" });
  await stage.happens("grace", LABELLED);
  expect([stage.stores.size, stage.reply(), [...stage.github.reactions]]).toEqual([0, "", ["issue eyes", "issue -1"]]);
  stage.github.now = { ...stage.github.now, labels: ["bug", "Loop"] };
  await stage.happens("grace", LABELLED);
  expect(stage.stores.size).toBe(1);
});

it.each<{ when: string; options: Parameters<typeof deskStage>[0]; reaction: string; says: string }>([
  {
    when: "there is no workflow file",
    options: { files: {} },
    reaction: "issue -1",
    says: `there is no ${WORKFLOW} on main`,
  },
  {
    when: "the configuration has a typo",
    options: { files: { ".github/loopwright.yml": "label: loop\nsetpu: [npm ci]\n" } },
    reaction: "issue confused",
    says: "loopwright.yml:2",
  },
  {
    when: "a role file is wrong",
    options: { files: { ".github/loopwright/roles/worker.yaml": "name: worker\nteir: best\n" } },
    reaction: "issue -1",
    says: "worker.yaml",
  },
  { when: "the issue is closed", options: { issue: { open: false } }, reaction: "issue -1", says: "the issue is closed; open it" },
  {
    when: "the issue has 300 KB",
    options: { issue: { body: "x".repeat(300_000) } },
    reaction: "issue -1",
    says: "the issue has 300000 characters, and a run reads at most 65536",
  },
  {
    when: "the title is too long",
    options: { issue: { title: "x".repeat(301) } },
    reaction: "issue -1",
    says: "its title has 301 characters",
  },
])("says why it does not begin when $when", async ({ when, options, reaction, says }) => {
  const { happens, github, stores, reply, files, again } = deskStage(options);
  if (when === "there is no workflow file") files.delete(WORKFLOW);
  await happens("grace", LABELLED);
  expect(reply()).toContain(says);
  expect([stores.size, [...github.reactions]]).toEqual([0, ["issue eyes", reaction]]);
  await again();
  expect(github.comments.size).toBe(1);
});

it("says why it does not begin when a model cannot be", async () => {
  const stage = deskStage();
  const desk = {
    ...stage.desk,
    stepContextOf: () => {
      throw new Error("models.best: there is no model named gpt");
    },
  };
  await heardLate(stage, 1, desk);
  expect([stage.reply(), stage.stores.size]).toEqual(["models.best: there is no model named gpt", 0]);
});

it("says what is missing to ask a model of the configuration, and begins nothing [S3.16]", async () => {
  const stage = deskStage({ files: { ".github/loopwright.yml": "models: { fast: gpt-5-mini }\n" } });
  await heardLate(stage, 1);
  expect(stage.reply()).toMatch(/^there is no key here for the model gpt-5-mini: set OPENAI_API_KEY for the bot, or without a bot/);
  expect(stage.stores.size).toBe(0);
});

it.each([
  { when: "the body is empty", issue: { body: "" }, alias: "split-drops-empty-fields" },
  { when: "the issue is in another script", issue: { title: "分割は空のフィールドを落とす", body: "三つ必要です。" }, alias: "issue" },
])("takes an issue as it is when $when", async ({ issue, alias }) => {
  const { run } = await planned({ issue });
  expect(run()).toMatchObject({ stage: "awaiting_approval", alias, issue });
});

it("takes another name for the branch when there is one of the name already", async () => {
  const stage = deskStage();
  stage.branches.push("loop/7-split-drops-empty-fields", "loop/7-split-drops-empty-fields-2", "loop/77-split");
  await stage.happens("grace", LABELLED);
  expect(stage.run().alias).toBe("split-drops-empty-fields-3");
});

it("asks its questions in one comment when the issue leaves some open, and begins anew with the label [M2.01]", async () => {
  const asked = answers({ ...HYDRATION, questions: [{ question: "Which fields?", default: "All of them." }] });
  const stage = deskStage({ turns: { hydrator: [asked, answers(HYDRATION)] } });
  await stage.happens("grace", LABELLED);
  expect([stage.run().stage, [...stage.github.labels], stage.github.comments.size]).toEqual(["needs_info", ["loop:needs-info"], 1]);
  expect(stage.letters("result")[0]).toContain("Which fields?");
  await stage.happens("grace", LABELLED);
  expect([stage.stores.size, stage.run().stage, [...stage.github.labels]]).toEqual([2, "awaiting_approval", ["loop:awaiting-approval"]]);
});

it("says what the plan-critic found when it halts the run", async () => {
  const finding = { check: "verification", problem: "Nothing can be checked.", suggestion: "Say what must come out." };
  const { run, letters, github } = await planned({ turns: { "plan-critic": [answers({ verdict: "HALT", findings: [finding] })] } });
  expect([run().stage, [...github.labels], github.comments.size]).toEqual(["halted", ["loop:halted"], 1]);
  expect(letters("result")[0]).toContain("Nothing can be checked.");
  expect(letters("result")[0]).toContain("has another plan made with `/loop redirect <text>`");
});

it("says what went wrong when no plan can be made", async () => {
  const { run, letters } = await planned({
    turns: { hydrator: [answers({ no: "plan" }), answers({ no: "plan" }), answers({ no: "plan" }), answers({ no: "plan" })] },
  });
  expect([run().stage, run().ending]).toEqual(["failed", "phase_error"]);
  expect(letters("result")[0]).toContain("HYDRATE failed (attempt");
  expect(letters("result")[0]).toContain("sets the label again for a new run");
});

it("goes on with a run whose desk died while the plan was made", async () => {
  const stage = await planned({
    turns: {
      "plan-critic": [answers({ verdict: "PROCEED", findings: [] }), answers({ verdict: "PROCEED", findings: [] })],
      hydrator: [answers(HYDRATION), answers(HYDRATION)],
    },
  });
  const { store } = stage;
  store().events = (store().events ?? []).slice(0, 1);
  stage.github.comments.clear();
  await stage.happens("grace", LABELLED);
  expect([stage.stores.size, stage.run().stage, stage.letters("plan").length]).toEqual([1, "awaiting_approval", 1]);
});

it.each([
  { when: "it waits for an approval", make: planned, stage: "awaiting_approval" },
  { when: "its workflow run has not begun", make: approved, stage: "running" },
  { when: "a workflow run is at work", make: atWork, stage: "running" },
])("begins no second run beside an active one: $when", async ({ make, stage: name }) => {
  const stage = await make();
  const [before, calls] = [stage.kinds().length, stage.github.runs.length];
  await stage.happens("grace", LABELLED);
  expect(stage.reply()).toBe(`this issue has an active run already: it is ${name}; \`/loop stop\` ends it`);
  expect([stage.stores.size, stage.github.runs.length, stage.kinds().length - before]).toEqual([1, calls, expect.any(Number)]);
  expect(stage.letters("status")).toEqual([]);
});

/** Somebody sets the label at that moment, and it is heard now. */
function heardLate(stage: DeskStage, at: number, desk = stage.desk): Promise<void> {
  const by = { id: 42, login: "grace", type: "User" };
  const issue = { ...stage.github.now, authorId: 41 };
  return handleEvent({ happening: LABELLED, by, issue, comment: null, throughApp: false, at, ours: [] }, desk);
}

const proceed = answers({ verdict: "PROCEED", findings: [] });
/** For two plans. */
const TWICE = { hydrator: [answers(HYDRATION), answers(HYDRATION)], "plan-critic": [proceed, proceed] };

it("begins nothing for a label that was set while the run before was at work and is heard when that one is completed, and says so", async () => {
  const stage = await passed();
  const at = stage.time.now;
  stage.time.now += 10_000;
  await stage.works(j.qa("VERIFIED"), j.REFLECTED, j.PUBLISHED);
  await heardLate(stage, at);
  expect([stage.stores.size, stage.run().stage]).toEqual([1, "completed"]);
  expect(stage.reply()).toContain(
    "this was asked for while the run before was at work, and that one is completed; set the label again for a new run",
  );
});

it("begins anew for a label that was set before the end of a run that did not do the work", async () => {
  const stage = await planned({ turns: TWICE });
  const at = stage.time.now + 1_000;
  await stage.says("grace", "/stop");
  await heardLate(stage, at);
  expect([stage.stores.size, stage.run().stage]).toEqual([2, "awaiting_approval"]);
});

/** A run that was stopped by somebody who died before its last word, and then another label. */
async function untold(later: number): Promise<DeskStage> {
  const stage = await planned({ turns: TWICE });
  await stage.says("grace", "/stop");
  const [result] = [...stage.github.comments.values()].filter(({ key }) => key?.includes("/result/"));
  stage.github.comments.delete(result?.id ?? 0);
  stage.time.now += later;
  return stage;
}

it("has the last word of the run before, where whoever ended it died before it was said", async () => {
  const stage = await untold(0);
  await stage.happens("grace", LABELLED);
  expect([stage.stores.size, stage.letters("result")]).toEqual([
    2,
    [expect.stringContaining("**Stopped**, because somebody asked for it")],
  ]);
});

it("says nothing more of a run that ended long ago: people may have taken it away", async () => {
  const stage = await untold(15 * 60_000);
  await stage.happens("grace", LABELLED);
  expect([stage.stores.size, stage.letters("result")]).toEqual([2, []]);
});

it("begins a run though the last word of the one before cannot be said", async () => {
  const stage = await untold(0);
  const { latest } = stage.desk;
  let asked = 0;
  const desk = {
    ...stage.desk,
    latest: () => (asked++ === 0 ? latest() : Promise.reject(new Failure("journal", "out of order", { retryable: true }))),
  };
  await heardLate(stage, stage.time.now, desk);
  expect([stage.stores.size, stage.letters("result")]).toEqual([2, []]);
  expect(stage.warnings).toEqual(["the last word of the run before on GitHub is not up to date: out of order"]);
});

it("says that somebody was faster when two labels begin at once", async () => {
  const stage = deskStage();
  await Promise.all([stage.happens("grace", LABELLED), stage.happens("tria", LABELLED)]);
  expect(stage.stores.size).toBe(1);
});
