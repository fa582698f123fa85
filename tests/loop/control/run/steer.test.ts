/** What the words that steer a run do on its issue: paused, taken up again, redirected, unblocked, answered. */
import { expect, it } from "vitest";
import { RUN_STATION } from "#loop/context/station.ts";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import { handleWorkerEnd } from "#loop/control/reconcile/worker-ended.ts";
import { drive } from "#loop/engine/drive.ts";
import { runPublishJob } from "#loop/jobs/publish-job.ts";
import * as j from "../../../builders/journal.ts";
import { memoryJournal } from "../../../fakes/memory-journal.ts";
import { answers } from "../../../fakes/scripted-model.ts";
import { HYDRATION } from "../../bench.ts";
import { approved, atWork, type DeskStage, deskStage, LABELLED, planned } from "../stage.ts";
import { given, passed, pressKit } from "../verified.ts";

const PROCEED = answers({ verdict: "PROCEED", findings: [] });
const TWICE = { hydrator: [answers(HYDRATION), answers(HYDRATION)], "plan-critic": [PROCEED, PROCEED] };
const coordinator = (change: string) => [answers({ change, why: "It says so." })];
const shown = (stage: DeskStage): readonly unknown[] => [stage.run().stage, [...stage.github.labels]];

it("pauses a run at work, keeps it active, and goes on with another workflow run [S4.10, S4.11, M4.03]", async () => {
  const stage = await atWork();
  await stage.says("grace", "/pause");
  expect([stage.run().stage, stage.kinds().at(-1)]).toEqual(["running", "pause_requested"]);
  await stage.works({ kind: "step_interrupted", step: "PLAN" });
  expect([...shown(stage), stage.letters("result")]).toEqual(["paused", ["loop:paused"], []]);
  await stage.says("grace", "/continue");
  expect([...shown(stage), stage.github.runs.length]).toEqual(["running", ["loop:running"], 2]);
});

it("ends a pause that no worker has seen for ten minutes, and stops a paused run [S4.30]", async () => {
  const stage = await atWork();
  await stage.says("grace", "/pause");
  stage.time.now += 10 * 60_000;
  await stage.says("grace", "/pause");
  expect(stage.run().stage).toBe("paused");
  await stage.says("ana", "/stop");
  expect([...shown(stage), stage.letters("result").length]).toEqual(["stopped", ["loop:stopped"], 1]);
});

it("pauses instead of publishing when the word came before the verdict [M4.03]", async () => {
  const stage = await passed();
  const verdict = given(stage.run(), [j.qa("VERIFIED"), j.REFLECTED]);
  await stage.says("grace", "/pause");
  const { kit, published } = pressKit(stage, "9001");
  const report = await runPublishJob(memoryJournal(stage.store()), verdict, kit);
  expect([report.stage, report.stopReason, published]).toEqual(["paused", "user_pause", []]);
});

it("approves step by step when that is said [M4.02]", async () => {
  const stage = await planned();
  await stage.says("grace", "/approve step");
  expect([stage.run().stage, stage.run().stepwise, stage.github.runs.length]).toEqual(["running", true, 1]);
});

it("has another plan made of a plan that waits, once, and tells people of it [S2.08, M2.01]", async () => {
  const stage = await planned({ turns: TWICE });
  const before = stage.run().request?.at ?? 0;
  await stage.says("grace", "/redirect Leave the README alone.\n\nAnd keep the name.");
  expect([...shown(stage), stage.run().request?.reason]).toEqual(["awaiting_approval", ["loop:awaiting-approval"], null]);
  expect(stage.run().request?.at).toBeGreaterThan(before);
  expect(stage.run().corrections).toMatchObject([{ by: "grace", text: "Leave the README alone.\n\nAnd keep the name." }]);
  expect(stage.letters("again")).toEqual([expect.stringContaining("The plan was made anew**, as grace asked")]);
  const kinds = stage.kinds();
  await stage.again();
  expect(stage.kinds()).toEqual(kinds);
  await stage.says("grace", "/approve");
  expect(stage.run().stage).toBe("running");
});

const ASKED = answers({ ...HYDRATION, questions: [{ question: "Which fields?", default: "All of them." }] });
const OPEN = answers({ ...HYDRATION, questions: [{ question: "Which @octo/fields?", default: "" }] });

it.each([
  { word: "/approve", text: "Go on with the defaults." },
  { word: "/redirect The empty ones.", text: "The empty ones." },
])("goes on from its questions with $word, and the plan needs its own approval [S1.08, X.05, M2.01]", async ({ word, text }) => {
  const stage = deskStage({ turns: { hydrator: [ASKED, answers(HYDRATION)] } });
  await stage.happens("grace", LABELLED);
  expect(stage.letters("result")).toEqual([expect.stringContaining("- Which fields? (default: All of them.)")]);
  expect(stage.letters("result")[0]).toContain("takes the defaults with `/loop approve`");
  await stage.says("grace", word);
  expect([...shown(stage), stage.run().approval]).toEqual(["awaiting_approval", ["loop:awaiting-approval"], null]);
  const prompt = JSON.stringify(stage.model.prompts.filter(({ role }) => role === "hydrator").at(-1)?.prompt);
  expect(prompt).toContain("Which fields? (default: All of them.)");
  expect(prompt).toContain(text);
});

it("takes no defaults where there is none, and names the question without a mention [S1.08]", async () => {
  const stage = deskStage({ turns: { hydrator: [OPEN] } });
  await stage.happens("grace", LABELLED);
  const before = stage.kinds();
  await stage.says("grace", "/approve");
  expect([stage.kinds(), stage.reply()]).toEqual([
    before,
    "there is no default for what is asked here; answer it with `/loop redirect <answers>`: Which @<!-- -->octo/fields?",
  ]);
});

it("has another plan made after the plan-critic halted the run [C0.08]", async () => {
  const halt = answers({ verdict: "HALT", findings: [] });
  const stage = await planned({ turns: { ...TWICE, "plan-critic": [halt, PROCEED] } });
  expect(stage.run().stage).toBe("halted");
  await stage.says("grace", "/redirect Only the empty fields.");
  expect(shown(stage)).toEqual(["awaiting_approval", ["loop:awaiting-approval"]]);
});

it("weighs a redirect here where nobody works on the run, and starts the workflow only then [S2.09, M2.02]", async () => {
  const stage = await atWork({ turns: { coordinator: coordinator("plan_change") } });
  await stage.says("grace", "/pause");
  await stage.works({ kind: "step_interrupted", step: "PLAN" });
  await stage.says("grace", "/redirect Another way.");
  expect([stage.run().stage, stage.run().redirect, stage.github.runs.length]).toEqual(["running", null, 2]);
  expect(stage.kinds().indexOf("redirected")).toBeLessThan(stage.kinds().lastIndexOf("announced"));
});

it("leaves a redirect to the worker; a new goal comes back here for its plan when the workflow run is over [S2.09, M2.02]", async () => {
  const stage = await atWork({ turns: { ...TWICE, coordinator: coordinator("objective_change") } });
  await stage.says("grace", "/redirect Something else.");
  expect([stage.kinds().at(-1), stage.run().redirect]).toEqual(["redirect_requested", 0]);
  const report = await drive(memoryJournal(stage.store()), RUN_STATION, { ...stage.kit, worker: "9001" });
  expect([report.stage, stage.run().claimed]).toEqual(["hydrating", false]);
  await handleWorkerEnd({ id: "9001", title: "issue 7", conclusion: "success" }, stage.desk);
  expect([stage.run().stage, stage.run().ending, stage.letters("again").length]).toEqual(["awaiting_approval", null, 1]);
});

it("takes a run back from its verification when it is redirected, for another round [M2.02]", async () => {
  const stage = await passed({ turns: { coordinator: coordinator("result_change") } });
  const before = stage.github.runs.length;
  await stage.says("grace", "/redirect The error message is wrong.");
  expect([stage.run().stage, stage.run().claimed, stage.github.runs.length - before]).toEqual(["running", false, 1]);
});

async function blocked(): Promise<DeskStage> {
  const stage = await atWork();
  const audit = { verdict: "BLOCK" as const, drift: "none" as const, issue: "cut a test of @octo", principle: "P", correction: "" };
  await stage.works({ kind: "audit_done", audit, call: 3, context: "" });
  return stage;
}

it.each(["/approve", "/resume", "/continue", "/redirect Another way.", "/pause"])(
  "refuses %s while the run is blocked, and says why and how the block is cleared [S0.07, S0.44, C0.03, M0.05, 6.9 #13]",
  async (word) => {
    const stage = await blocked();
    expect(shown(stage)).toEqual(["blocked", ["loop:blocked"]]);
    const before = stage.kinds();
    await stage.says("grace", word);
    expect([stage.kinds(), stage.github.runs.length]).toEqual([before, 1]);
    expect(stage.reply()).toMatch(/^an audit blocked this run; .* `\/loop unblock <reason>`: cut a test of @<!-- -->octo$/);
  },
);

it("unblocks for a maintainer with a reason, and hands over to a workflow run that looks anew first [C0.03, S0.44]", async () => {
  const stage = await blocked();
  await stage.says("grace", "/unblock");
  expect(stage.reply()).toContain("/unblock needs words behind it: why the work may go on.");
  await stage.says("ana", "/unblock It is fine.");
  expect(stage.run().stage).toBe("blocked");
  await stage.says("grace", "/unblock I asked for it.");
  expect([...shown(stage), stage.run().audits.owed, stage.github.runs.length]).toEqual(["running", ["loop:running"], true, 2]);
  const before = stage.kinds();
  await stage.again();
  expect(stage.kinds()).toEqual(before);
});

it("does not take the words for commands where no run waits for them", async () => {
  const stage = await approved();
  await stage.says("grace", "/stop");
  const before = stage.kinds();
  await stage.says("grace", "/redirect Another way.");
  expect([stage.kinds(), stage.reply()]).toEqual([before, ""]);
  await stage.says("grace", "/loop unblock It is fine.");
  expect(stage.reply()).toContain("this run is not blocked: it is stopped");
});

it("shows a run anew when the word that took it up is heard again, because whoever heard it first may have died before people saw it", async () => {
  const stage = await atWork();
  await handleWorkerEnd({ id: "9001", title: "issue 7", conclusion: "failure" }, stage.desk);
  await stage.says("grace", "/loop resume");
  stage.github.labels.add("loop:failed");
  await stage.again();
  expect([...stage.github.labels]).toEqual(["loop:running"]);
});

const STOPS: Readonly<Record<string, (stage: DeskStage) => Promise<unknown>>> = {
  "/stop": ({ says }) => says("grace", "/stop"),
  "the label was taken away": ({ github, happens }) => {
    github.now = { ...github.now, labels: [] };
    return happens("grace", { kind: "label_removed", label: "loop" });
  },
  "the issue was closed": ({ github, happens }) => {
    github.now = { ...github.now, open: false };
    return happens("grace", { kind: "issue_closed" });
  },
};
const STILL_ENDING = Object.entries(STOPS).flatMap(([after, stop]) =>
  ["/resume", "/continue", "/redirect Another way."].map((word) => ({ after, stop, word })),
);

it.each(STILL_ENDING)(
  "grants no $word while the worker still ends the run after $after: it is to be said again",
  async ({ stop, word }) => {
    const stage = await atWork();
    await stop(stage);
    const before = stage.kinds();
    await stage.says("grace", word);
    expect([stage.run().stage, stage.kinds()]).toEqual(["running", before]);
    expect(stage.run().stopRequest).not.toBeNull();
    const again = word.startsWith("/redirect") ? "redirect <text>" : "resume";
    expect(stage.reply()).toBe(`whoever works on this run is still ending it; say it again once it is stopped, as \`/loop ${again}\``);
    expect([...stage.github.reactions].at(-1)).toMatch(/ -1$/);
  },
);

it("takes the word once the worker has ended the run", async () => {
  const stage = await atWork();
  await stage.says("grace", "/stop");
  await stage.says("grace", "/resume");
  await stage.works({ kind: "step_interrupted", step: "PLAN" });
  expect(stage.run().stage).toBe("stopped");
  await stage.says("grace", "/loop resume");
  expect([...shown(stage), stage.github.runs.length]).toEqual(["running", ["loop:running"], 2]);
});

it.each([
  { gone: "the issue is closed", now: { open: false }, why: "the issue is closed; open it again, then say it once more" },
  {
    gone: "the label is off",
    now: { labels: ["bug"] },
    why: "the issue does not have the label <code>loop</code> any more; set it for a new run",
  },
])("does not let a run go on that the next look would stop, because $gone", async ({ now, why }) => {
  const stage = await atWork();
  await stage.says("grace", "/stop");
  await stage.works({ kind: "step_interrupted", step: "PLAN" });
  stage.github.now = { ...stage.github.now, ...now };
  const before = stage.kinds();
  for (const word of ["/loop resume", "/loop redirect Another way."]) {
    await stage.says("grace", word);
    expect([stage.kinds(), stage.reply(), stage.github.runs.length]).toEqual([before, why, 1]);
  }
  stage.github.now = { ...stage.github.now, open: true, labels: ["loop"] };
  await stage.says("grace", "/loop resume");
  await reconcile(stage.desk, () => Promise.resolve(null));
  expect([stage.run().stage, stage.github.runs.length]).toEqual(["running", 2]);
});
