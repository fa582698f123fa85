import { expect, it } from "vitest";
import {
  awaitsQaVerdict,
  giveUp,
  isVerifyJobLost,
  openQaVerdict,
  type QaVerdict,
  qaVerdictOf,
  type VerifyJobResult,
  verifyBundleOf,
} from "#core/approval/verify-outputs.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import { sha256 } from "#core/values/digest.ts";
import * as j from "../../builders/journal.ts";

const PASSED: readonly EventDraft[] = [
  ...j.BEGUN,
  j.PLANNED,
  ...j.made(j.sha("1")),
  j.PREPARED,
  j.evaluated(j.sha("1"), "A"),
  j.kept(j.sha("c")),
  j.PREPARED,
  j.evaluated(j.sha("1"), "B"),
];
const AUDITED = j.settledRun(...PASSED, j.audited("OK"));

/** What the job that verifies hands over when these drafts came of it. */
function arrivedOf(...drafts: readonly EventDraft[]): VerifyJobResult & { readonly outputs: QaVerdict; readonly bundle: string } {
  const bundle = verifyBundleOf(j.timed(drafts));
  return { outputs: qaVerdictOf(AUDITED, bundle, "1"), bundle, attempt: "1" };
}

const VERIFIED = arrivedOf(j.qa("VERIFIED"), j.REFLECTED);
const ISSUES = arrivedOf(j.qa("ISSUES"));

it("gives a verdict of enums and hexadecimal digits, over a bundle of the job's own facts only [M0.07]", () => {
  const held = [j.qa("VERIFIED"), j.REFLECTED, { kind: "publish_requested" }, { kind: "announced", effect: "result" }] as const;
  const bundle = verifyBundleOf(j.timed(held));
  expect((JSON.parse(bundle) as Event[]).map(({ kind }) => kind)).toEqual(["qa_done", "reflection_done"]);
  expect(qaVerdictOf(AUDITED, bundle, "2")).toEqual({
    verdict: "VERIFIED",
    head: j.sha("c"),
    base: j.PLAN.base.commit,
    digest: AUDITED.approval?.digest,
    bundle: sha256(bundle),
    attempt: "2",
  });
});

it("gives no verdict where QA gave none, nor about a plan that nobody approved", () => {
  const broken: EventDraft = { kind: "phase_error", step: "VERIFY", message: "no sandbox", retryable: false };
  expect(arrivedOf(broken).outputs).toMatchObject({ verdict: "NONE", base: "" });
  expect(qaVerdictOf({ ...AUDITED, approval: null }, "[]", "1")).toMatchObject({ verdict: "NONE", digest: "" });
});

it.each([
  { when: "QA verified the head", arrived: VERIFIED, kinds: ["qa_done", "reflection_done"] },
  { when: "QA found issues", arrived: ISSUES, kinds: ["qa_done"] },
  {
    when: "the job was ended, and takes nobody's words for people's",
    arrived: arrivedOf({ kind: "step_interrupted", step: "VERIFY" }, j.STOP),
    kinds: ["step_interrupted"],
  },
  { when: "the job had nothing to say", arrived: arrivedOf(), kinds: [] },
])("hears the events of a verdict when $when", ({ arrived, kinds }) => {
  const heard = openQaVerdict(AUDITED, arrived);
  expect(heard.ok && heard.drafts.map(({ kind }) => kind)).toEqual(kinds);
});

it.each([
  { what: "no outputs and no file", arrived: { outputs: {}, bundle: null }, silent: true },
  { what: "empty outputs", arrived: { outputs: { verdict: "", head: "" }, bundle: null }, silent: true },
  { what: "one output", arrived: { outputs: { verdict: "", head: "x" }, bundle: null }, silent: false },
  { what: "a file", arrived: { outputs: {}, bundle: "[]" }, silent: false },
  { what: "something else", arrived: { outputs: 1, bundle: null }, silent: false },
])("knows a verifier that was lost before it said anything: $what", ({ arrived, silent }) => {
  expect(isVerifyJobLost({ ...arrived, attempt: "1" })).toBe(silent);
});

/** The verdict over other events: the hash fits, as if the job itself had written them. */
function over(events: readonly unknown[], outputs: Partial<QaVerdict> = {}): VerifyJobResult {
  const bundle = JSON.stringify(events);
  return { outputs: { ...VERIFIED.outputs, bundle: sha256(bundle), ...outputs }, bundle, attempt: "1" };
}

const [QA] = j.timed([j.qa("VERIFIED")]);
const MISSING = "what the job that verifies wrote is missing or is not what its verdict is about";
const NO_VERDICT = "the job that verifies gave no verdict";
const OTHER = "the verdict is not the one that its events give";

it.each<{ when: string; arrived: VerifyJobResult; reason: string }>([
  { when: "there are no outputs", arrived: { ...VERIFIED, outputs: {} }, reason: NO_VERDICT },
  { when: "the outputs are empty texts", arrived: { ...VERIFIED, outputs: { ...VERIFIED.outputs, verdict: "" } }, reason: NO_VERDICT },
  { when: "the outputs hold prose", arrived: { ...VERIFIED, outputs: { ...VERIFIED.outputs, why: "trust me" } }, reason: NO_VERDICT },
  { when: "the head is a branch", arrived: { ...VERIFIED, outputs: { ...VERIFIED.outputs, head: "main" } }, reason: NO_VERDICT },
  { when: "the attempt is no number", arrived: { ...VERIFIED, outputs: { ...VERIFIED.outputs, attempt: "1; rm" } }, reason: NO_VERDICT },
  { when: "the bundle is missing", arrived: { ...VERIFIED, bundle: null }, reason: MISSING },
  { when: "the bundle is another", arrived: { ...VERIFIED, bundle: ISSUES.bundle }, reason: MISSING },
  {
    when: "the bundle is no JSON",
    arrived: { ...over([]), outputs: { ...VERIFIED.outputs, bundle: sha256("[") }, bundle: "[" },
    reason: MISSING,
  },
  {
    when: "the bundle is no list",
    arrived: { ...over([]), outputs: { ...VERIFIED.outputs, bundle: sha256("{}") }, bundle: "{}" },
    reason: MISSING,
  },
  { when: "an event is none", arrived: over([{ ...QA, head: "main" }]), reason: MISSING },
  { when: "the bundle is too long", arrived: over(Array.from({ length: 51 }, () => j.timed([j.REFLECTED])[0])), reason: MISSING },
  {
    when: "the verdict is of another attempt",
    arrived: { ...VERIFIED, attempt: "2" },
    reason: "the verdict is of attempt 1, this is attempt 2",
  },
  { when: "it is about another plan", arrived: over([QA], { digest: "d".repeat(64) }), reason: "the verdict is about another plan" },
  {
    when: "it is about another head",
    arrived: over([QA], { head: j.sha("e") }),
    reason: "the verdict is about another commit than the head of the branch",
  },
  { when: "its events are about another head", arrived: over([{ ...QA, head: j.sha("e") }]), reason: OTHER },
  { when: "its events are about another base", arrived: over([QA], { base: j.sha("e") }), reason: OTHER },
  { when: "its events say the opposite", arrived: over(j.timed([j.qa("ISSUES")])), reason: OTHER },
  { when: "no event says it", arrived: over([]), reason: OTHER },
  { when: "an event says what the outputs do not", arrived: over([QA], { verdict: "NONE" }), reason: OTHER },
  { when: "QA spoke twice", arrived: over([QA, QA]), reason: OTHER },
])("hears nothing when $when [RH-10] (C4.02)", ({ arrived, reason }) => {
  const heard = openQaVerdict(AUDITED, arrived);
  expect(heard).toEqual({ ok: false, reasons: expect.arrayContaining([reason]) });
});

it.each<EventDraft>([
  { kind: "publish_requested" },
  j.PUBLISHED,
  { ...j.APPROVED },
  j.CONSUMED,
  j.audited("OK"),
  { kind: "completed", reason: "threshold_reached", key: null },
  { kind: "announced", effect: "result" },
  { kind: "settled", effect: "result", receipt: "1", why: "" },
  { kind: "resumed", by: "mallory" },
])("hears no $kind from the job that verifies", (draft) => {
  expect(openQaVerdict(AUDITED, over([QA, ...j.timed([draft])]))).toEqual({ ok: false, reasons: [MISSING] });
});

it("names every reason at once", () => {
  const heard = openQaVerdict({ ...AUDITED, approval: null }, { ...VERIFIED, attempt: "3" });
  expect(heard.ok ? [] : heard.reasons).toHaveLength(2);
});

it.each([
  { when: "the audit before QA is made", run: AUDITED, waits: true },
  { when: "the loop has just passed", run: j.settledRun(...PASSED), waits: false },
  { when: "the loop goes on", run: j.settledRun(...j.BEGUN), waits: false },
  { when: "somebody stopped it", run: j.settledRun(...PASSED, j.audited("OK"), j.STOP), waits: false },
  { when: "QA has spoken", run: j.settledRun(...PASSED, j.audited("OK"), j.qa("VERIFIED")), waits: false },
])("waits for a verdict when $when: $waits", ({ run, waits }) => {
  expect(awaitsQaVerdict(run)).toBe(waits);
});

it("gives up with all reasons in one message that the journal takes", () => {
  expect(giveUp("unverified", ["one", "two"])).toEqual({ kind: "gave_up", reason: "unverified", message: "one; two" });
  const long = giveUp("worker_lost", ["x".repeat(5000)]);
  expect(long.kind === "gave_up" && long.message).toHaveLength(4000);
});

it("believes no publication once it was given up: a run that says published without completed was written by nobody of ours", () => {
  const forged = j.settledRun(...PASSED, j.audited("OK"), j.qa("VERIFIED"), j.REFLECTED);
  expect(forged.stage).toBe("publishing");
  const published = j.timed([j.PUBLISHED]).reduce(evolve, forged);
  const after = j.concluded(j.timed([giveUp("unverified", ["forged"])]).reduce(evolve, published));
  expect([after.stage, after.ending, after.published]).toEqual(["failed", "unverified", null]);
});
