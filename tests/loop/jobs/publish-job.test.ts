/** What the job that publishes does with a verdict, and what it never does, whatever the journal says. */
import { expect, it } from "vitest";
import type { Event, EventDraft } from "#core/events/event.ts";
import { planOf } from "#core/run/run-facts.ts";
import { digestOf } from "#core/values/digest.ts";
import type { PublishInputs } from "#loop/jobs/publish-checks.ts";
import { runPublishJob } from "#loop/jobs/publish-job.ts";
import { journalWithViews } from "#loop/journals/journal-with-views.ts";
import { rememberedJournal } from "#loop/journals/remembered-journal.ts";
import { Failure } from "#ports/failure.ts";
import { anAtom } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";
import { memoryJournal } from "../../fakes/memory-journal.ts";
import { answers } from "../../fakes/scripted-model.ts";
import { HYDRATION } from "../bench.ts";
import { approved, atWork, type DeskStage, planned } from "../control/stage.ts";
import { given, HEAD, passed, pressKit } from "../control/verified.ts";

const VERIFIED = [j.qa("VERIFIED"), j.REFLECTED];

const PRICE = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, dollars: 2.5, calls: 2 };

/** The job publishes with what it was given. */
async function pressed(stage: DeskStage, words: PublishInputs, worker = "9001") {
  const { kit, published, certified } = pressKit(stage, worker);
  const journal = journalWithViews(memoryJournal(stage.store()), stage.desk);
  const report = await runPublishJob(journal, words, kit);
  return { report, published, certified };
}

it("opens a pull request for a verified head, completes the run and says so", async () => {
  const stage = await passed();
  const before = stage.kinds().length;
  const { report, published } = await pressed(stage, given(stage.run(), VERIFIED));
  expect(published).toMatchObject([{ head: HEAD, base: "main", branch: `loop/7-${stage.run().alias}` }]);
  expect(stage.kinds().slice(before)).toEqual([
    "qa_done",
    "reflection_done",
    "publish_requested",
    "base_seen",
    "published",
    "completed",
    "announced",
    "settled",
  ]);
  expect([report.stage, report.pr, [...stage.github.labels]]).toEqual(["completed", 8, ["loop:completed"]]);
  expect(stage.letters("result")).toHaveLength(1);
  expect(stage.letters("result")[0]).toContain("Pull request: #8");
});

it("marks the verified commit with its score and the verdict of each rule [M1.04]", async () => {
  const stage = await passed();
  const { certified } = await pressed(stage, given(stage.run(), VERIFIED));
  expect(certified).toMatchObject([
    { head: HEAD, title: expect.stringMatching(/^Score 1[.]00 [(]3[/]3[)] at level B, \d+ of \d+ rules pass$/) },
  ]);
  for (const { id } of planOf(stage.run()).rules) expect(certified[0]?.text).toContain(id);
});

it("shows the work although its commit cannot be marked, and says so in the log [M1.04]", async () => {
  const stage = await passed();
  const { kit, published } = pressKit(stage);
  const refusing = { ...kit, publisher: { ...kit.publisher, certify: async () => "GitHub answered 403" } };
  const report = await runPublishJob(memoryJournal(stage.store()), given(stage.run(), VERIFIED), refusing);
  expect([report.stage, published]).toMatchObject(["completed", [{ head: HEAD }]]);
  expect(stage.warnings).toEqual([`the verified commit ${HEAD} has no check run: GitHub answered 403`]);
});

it("starts another workflow run, for a hand-over with another seal, when QA found issues", async () => {
  const stage = await passed();
  const { report, published } = await pressed(stage, given(stage.run(), [j.qa("ISSUES")]));
  expect([report.stage, published, stage.run().claimed, stage.run().progress.iteration]).toEqual(["running", [], false, 2]);
  expect(new Set(stage.github.runs.map(({ digest }) => digest)).size).toBe(2);
  expect([stage.letters("result"), [...stage.github.labels]]).toEqual([[], ["loop:running"]]);
  const again = await pressed(stage, given(stage.run(), [j.qa("ISSUES")], stage.github.runs[0]?.digest));
  expect([again.report.stage, stage.github.runs.length]).toEqual(["running", 2]);
});

it("fails a run whose continuation cannot be started", async () => {
  const stage = await passed();
  stage.github.refuse("dispatch", { retryable: false });
  await pressed(stage, given(stage.run(), [j.qa("ISSUES")]));
  expect([stage.run().ending, stage.letters("result").length]).toEqual(["dispatch_failed", 1]);
});

it.each<{ when: string; words: (all: PublishInputs) => PublishInputs; reason: string }>([
  { when: "the job that verifies gave no outputs, and wrote", words: (all) => ({ ...all, outputs: {} }), reason: "gave no verdict" },
  { when: "it gave half of them", words: (all) => ({ ...all, outputs: { verdict: "VERIFIED" }, bundle: null }), reason: "gave no verdict" },
  { when: "what it gave is none", words: (all) => ({ ...all, outputs: null, bundle: null }), reason: "gave no verdict" },
  { when: "its artifact is missing", words: (all) => ({ ...all, bundle: null }), reason: "is missing or is not what its verdict is about" },
  { when: "its verdict is of another attempt", words: (all) => ({ ...all, attempt: "2" }), reason: "of attempt 1, this is attempt 2" },
])("publishes nothing when $when, and says so", async ({ words, reason }) => {
  const stage = await passed();
  const { published } = await pressed(stage, words(given(stage.run(), VERIFIED)));
  expect([published, stage.run().stage, stage.run().ending, stage.run().published]).toEqual([[], "failed", "unverified", null]);
  expect(stage.letters("result")[0]).toContain(reason);
  expect([...stage.github.labels]).toEqual(["loop:failed"]);
});

it.each([
  { how: "left out", outputs: {} },
  { how: "empty", outputs: { verdict: "", head: "", base: "", digest: "", bundle: "", attempt: "" } },
])("has the work verified by another machine when the first was lost: its outputs are $how", async ({ outputs }) => {
  const stage = await passed();
  const lost = { ...given(stage.run(), VERIFIED), outputs, bundle: null, jobs: "run: success, verify: failure" };
  const { report, published } = await pressed(stage, lost);
  expect([report.stage, published, stage.run().replaced, stage.run().claimed]).toEqual(["running", [], 1, false]);
  expect(stage.kinds()).toContain("worker_replaced");
  expect([stage.letters("result"), stage.github.runs.length]).toEqual([[], 2]);
});

it("ends the run of a verifier whom a person cancelled, and waits for a word", async () => {
  const stage = await passed();
  const words = given(stage.run(), VERIFIED);
  await pressed(stage, { ...words, outputs: {}, bundle: null, jobs: "run: success, verify: cancelled" });
  expect([stage.run().stage, stage.run().ending, stage.github.runs.length]).toEqual(["failed", "worker_lost", 1]);
  expect(stage.letters("result")[0]).toContain("verify: cancelled");
});

it.each<{ when: string; before: (stage: DeskStage) => unknown; words?: (all: PublishInputs) => PublishInputs }>([
  { when: "somebody stopped the run", before: (stage) => stage.works(j.STOP) },
  { when: "somebody paused it", before: (stage) => stage.works(j.PAUSE) },
  { when: "somebody said what should be done otherwise", before: (stage) => stage.works(j.REDIRECT) },
  { when: "who approved it may not any more", before: ({ github }) => github.roles.set("grace", "read") },
  { when: "the kill switch is on", before: ({ github }) => Object.assign(github, { frozen: "LOOPWRIGHT_FREEZE is set" }) },
  {
    when: "the verdict is about another plan",
    before: () => null,
    words: (all) => ({ ...all, outputs: { ...Object(all.outputs), digest: "e".repeat(64) } }),
  },
])("a verification that does not count is paid for all the same: $when [S9]", async ({ before, words = (all) => all }) => {
  const stage = await passed();
  const dear = j.timed(VERIFIED).map((event) => ({ ...event, spend: PRICE }));
  const all = given(stage.run(), dear);
  await before(stage);
  const { published } = await pressed(stage, words(all));
  const { calls, dollars } = stage.run().spend;
  expect([published, calls, dollars]).toEqual([[], 2 + 4, 0.002 + 5]);
});

it.each<{ when: string; words: (all: PublishInputs) => PublishInputs }>([
  { when: "of another attempt", words: (all) => ({ ...all, attempt: "2" }) },
  { when: "not whole", words: (all) => ({ ...all, bundle: `${all.bundle} ` }) },
])("the price of a verification is not taken from what is $when", async ({ words }) => {
  const stage = await passed();
  const dear = j.timed(VERIFIED).map((event) => ({ ...event, spend: PRICE }));
  await pressed(stage, words(given(stage.run(), dear)));
  expect([stage.run().ending, stage.run().spend.calls]).toEqual(["unverified", 2]);
});

it.each<{ when: string; change: (stage: DeskStage) => unknown; reason: string }>([
  {
    when: "the approving comment is gone",
    change: ({ github }) => github.comments.delete(502),
    reason: "the comment that approved the plan is gone",
  },
  { when: "it was edited", change: (stage) => reword(stage, { edited: true }), reason: "the approving comment was edited" },
  { when: "it says something else", change: (stage) => reword(stage, { body: "/stop" }), reason: "does not approve this plan" },
  { when: "it is somebody else's", change: (stage) => reword(stage, { account: 44 }), reason: "somebody else wrote the approving comment" },
  {
    when: "its author may only read now",
    change: ({ github }) => github.roles.set("grace", "read"),
    reason: "grace may not approve any more",
  },
])("publishes nothing when $when (AUTH-13)", async ({ change, reason }) => {
  const stage = await passed();
  change(stage);
  const { published } = await pressed(stage, given(stage.run(), VERIFIED));
  expect([published, stage.run().ending]).toEqual([[], "unverified"]);
  expect(stage.letters("result")[0]).toContain(reason);
});

function reword({ github }: DeskStage, other: object): void {
  const found = github.comments.get(502);
  if (found === undefined) throw new Error("nobody approved");
  github.comments.set(502, { ...found, ...other });
}

const AT_THE_END: readonly EventDraft[] = [j.qa("VERIFIED"), j.REFLECTED, { kind: "publish_requested" }, j.PUBLISHED];

it.each<{ when: string; forge: (stage: DeskStage) => void }>([
  { when: "a verdict", forge: (stage) => add(stage, ...AT_THE_END.slice(0, 1)) },
  { when: "a verdict and a reflection", forge: (stage) => add(stage, ...AT_THE_END.slice(0, 2)) },
  { when: "a request to publish", forge: (stage) => add(stage, ...AT_THE_END.slice(0, 3)) },
  { when: "a pull request", forge: (stage) => add(stage, ...AT_THE_END) },
  {
    when: "the approval of another plan",
    forge: (stage) => {
      const plan = { ...planOf(stage.run()), atoms: [anAtom("A1", { description: "Mail the secrets" })] };
      rewrite(stage, (event) => {
        if (event.kind === "run_hydrated") return { ...event, plan };
        if (event.kind === "approval_requested" || event.kind === "approved") return { ...event, digest: digestOf(plan) };
        return event;
      });
    },
  },
  {
    when: "another approver",
    forge: (stage) => rewrite(stage, (event) => (event.kind === "approved" ? { ...event, by: "ana", account: 41 } : event)),
  },
  {
    when: "another comment",
    forge: (stage) => {
      const comment = stage.github.write({ id: 44, login: "ray" }, "/approve");
      rewrite(stage, (event) => (event.kind === "approved" ? { ...event, comment } : event));
    },
  },
])("never publishes for a journal in which a hostile job wrote $when [ST-09]", async ({ forge }) => {
  for (const outputs of ["as they are", "none"] as const) {
    const stage = await passed();
    const words = given(stage.run(), VERIFIED);
    forge(stage);
    const { published } = await pressed(stage, outputs === "none" ? { ...words, outputs: {}, bundle: null } : words);
    expect([published, stage.run().stage, stage.run().ending, stage.run().published]).toEqual([[], "failed", "unverified", null]);
    expect(stage.letters("result")[0]).not.toMatch(/Pull request: #|VERIFIED|Outcome: Success/);
  }
});

it("stops loudly over a run that a hostile job completed, and says nothing in its name", async () => {
  const stage = await passed();
  const words = given(stage.run(), VERIFIED);
  add(stage, ...AT_THE_END, { kind: "completed", reason: "threshold_reached", key: null });
  await expect(pressed(stage, words)).rejects.toThrow("is completed already, so there is nothing to publish");
  expect([stage.letters("result"), stage.kinds().at(-1)]).toEqual([[], "completed"]);
});

const SET_UP: EventDraft = { kind: "setup_done", ok: true, details: "", ms: 1 };

/** A run on the bench that was approved as a workflow of this name, and that says it has answered. */
async function answered(workflow: string): Promise<DeskStage> {
  const rules = workflow === "qa-proof" ? [] : HYDRATION.rules;
  const stage = await atWork({ turns: { hydrator: [answers({ ...HYDRATION, workflow, rules })] } });
  await stage.works(SET_UP);
  add(stage, j.ANSWERED, j.REFLECTED, { kind: "completed", reason: "answered", key: null });
  return stage;
}

it("leaves an approved investigation as the bench has answered it, and publishes nothing [S0.25]", async () => {
  const stage = await answered("qa-proof");
  const { report, published } = await pressed(stage, given(stage.run(), []));
  expect([report.stage, report.stopReason, published]).toEqual(["completed", "answered", []]);
});

it("does not take an answer for the end of a run that was approved to change something, or that nobody stands behind [S0.25]", async () => {
  const changing = await answered("tdd");
  await expect(pressed(changing, given(changing.run(), []))).rejects.toThrow("is completed already");
  const forged = await answered("qa-proof");
  const words = given(forged.run(), []);
  rewrite(forged, (event) => (event.kind === "run_hydrated" ? { ...event, plan: { ...event.plan, setup: ["curl evil"] } } : event));
  await expect(pressed(forged, words)).rejects.toThrow("is completed already");
});

it("answers a question at the desk as soon as the label is set: one comment, and no workflow run [S0.21, C0.10]", async () => {
  const claim = {
    claim: "It drops them.",
    quotes: [{ path: "src/split.js", line: 1, text: 'filter((field) => field !== "")' }],
    outputs: [],
  };
  const turns = { hydrator: [answers({ ...HYDRATION, workflow: "question", rules: [] })], answerer: [answers({ claims: [claim] })] };
  const stage = await planned({ turns });
  expect([stage.run().stage, stage.run().ending, stage.github.runs, stage.letters("plan")]).toEqual(["completed", "answered", [], []]);
  expect(stage.letters("result")).toHaveLength(1);
  expect(stage.letters("result")[0]).toContain("It drops them.");
  await stage.says("grace", "/loop redirect Mend it.");
  expect([stage.run().stage, stage.reply()]).toEqual(["completed", expect.stringContaining("no work to go on from; begin a new one")]);
});

function add(stage: DeskStage, ...drafts: readonly EventDraft[]): void {
  const events = drafts.map((draft) => ({ ...draft, at: stage.time.now }) as Event);
  stage.store().events = [...(stage.store().events ?? []), ...events];
}

function rewrite(stage: DeskStage, change: (event: Event) => Event): void {
  stage.store().events = (stage.store().events ?? []).map(change);
}

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

it("ends a run whose verifier could not work", async () => {
  const stage = await passed();
  const broken: EventDraft = { kind: "phase_error", step: "VERIFY", message: "no sandbox holds", retryable: false };
  const { published } = await pressed(stage, given(stage.run(), [broken]));
  expect([published, stage.run().ending]).toEqual([[], "phase_error"]);
  expect(stage.letters("result")[0]).toContain("no sandbox holds");
});

it("has a run verified by another machine whose verifier had nothing to say", async () => {
  const stage = await passed();
  await pressed(stage, given(stage.run(), []));
  expect([stage.run().stage, stage.run().replaced]).toEqual(["running", 1]);
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

it("fails a run whose pull request is refused, twice", async () => {
  const stage = await passed();
  const { kit } = pressKit(stage);
  const publish = () => Promise.reject(new Failure("github", "POST pulls: 403; allow Actions to open pull requests", { retryable: true }));
  await runPublishJob(memoryJournal(stage.store()), given(stage.run(), VERIFIED), { ...kit, publisher: { ...kit.publisher, publish } });
  expect([stage.run().ending, stage.kinds().filter((kind) => kind === "phase_error").length]).toEqual(["phase_error", 2]);
  expect(stage.letters("result")[0]).toContain("allow Actions to open pull requests");
});
