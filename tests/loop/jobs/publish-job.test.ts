/** The job that publishes follows the verdict: it opens a pull request, begins again, or says why there is nothing to show. */
import { expect, it } from "vitest";
import type { EventDraft } from "#core/events/event.ts";
import { planOf } from "#core/run/run-facts.ts";
import type { PublishInputs } from "#loop/jobs/publish-checks.ts";
import { runPublishJob } from "#loop/jobs/publish-job.ts";
import { Failure } from "#ports/failure.ts";
import * as j from "../../builders/journal.ts";
import { memoryJournal } from "../../fakes/memory-journal.ts";
import type { DeskStage } from "../control/stage.ts";
import { given, HEAD, passed, pressKit } from "../control/verified.ts";
import { pressed, VERIFIED } from "./publish-stage.ts";

const PRICE = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, dollars: 2.5, calls: 2 };

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
  expect(certified).toMatchObject([{ head: HEAD, title: expect.stringMatching(/^Score 1[.]00 [(]3[/]3[)], \d+ of \d+ points hold$/) }]);
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

it("fails a run whose pull request is refused, twice", async () => {
  const stage = await passed();
  const { kit } = pressKit(stage);
  const publish = () => Promise.reject(new Failure("github", "POST pulls: 403; allow Actions to open pull requests", { retryable: true }));
  await runPublishJob(memoryJournal(stage.store()), given(stage.run(), VERIFIED), { ...kit, publisher: { ...kit.publisher, publish } });
  expect([stage.run().ending, stage.kinds().filter((kind) => kind === "phase_error").length]).toEqual(["phase_error", 2]);
  expect(stage.letters("result")[0]).toContain("allow Actions to open pull requests");
});
