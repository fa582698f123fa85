import { expect, it } from "vitest";
import { approve } from "#core/approval/approval.ts";
import type { Consent } from "#core/approval/consent.ts";
import { LEASE_MS } from "#core/approval/lease.ts";
import { claimHandover, type HandoverClaim, handoverDigestOf } from "#core/approval/run-handover.ts";
import type { Event } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { digestOf } from "#core/values/digest.ts";
import * as j from "../../builders/journal.ts";

const HOUR = 3_600_000;
const WAITING = j.settledRun(j.HYDRATED, j.PROCEED);
const SHOWN = WAITING.request?.at ?? 0;
const DIGEST = digestOf(j.PLAN);
const CONSENT: Consent = {
  by: "ana",
  at: SHOWN + HOUR,
  writtenAt: SHOWN + HOUR,
  digest: null,
  stepwise: false,
  comment: 12,
  account: 34,
  issue: j.PLAN.issue,
};
const taker = (now: number): HandoverClaim => ({ now, keyHash: "a".repeat(64), worker: "901" });

it.each([null, DIGEST, DIGEST.slice(0, 32)])("takes an approval with the digest %s", (digest) => {
  expect(approve(WAITING, { ...CONSENT, digest })).toMatchObject({ kind: "approved", by: "ana", digest: DIGEST });
});

it("takes a digest that was said before, and a comment whose time was rounded down", () => {
  expect(approve(WAITING, { ...CONSENT, writtenAt: 0, digest: DIGEST }).kind).toBe("approved");
  expect(approve(WAITING, { ...CONSENT, writtenAt: SHOWN - 999 }).kind).toBe("approved");
});

it.each<{ when: string; run: Run; consent: Partial<Consent>; reason: string }>([
  { when: "the plan is another", run: WAITING, consent: { digest: "b".repeat(12) }, reason: "another digest" },
  { when: "24 hours and a second have gone", run: WAITING, consent: { at: SHOWN + 24 * HOUR + 1000 }, reason: "more than 24 hours ago" },
  {
    when: "the plan changed",
    run: { ...WAITING, plan: { ...j.PLAN, scope: { paths: ["**"], out: [] } } },
    consent: {},
    reason: "the plan changed",
  },
  {
    when: "the base is green already",
    run: { ...WAITING, request: { digest: DIGEST, reason: "base_already_green", at: SHOWN } },
    consent: {},
    reason: "the base already does what the rules ask",
  },
  {
    when: "it was said before the plan was shown",
    run: WAITING,
    consent: { writtenAt: SHOWN - 1001 },
    reason: "before this plan was shown",
  },
  { when: "the issue was edited", run: WAITING, consent: { issue: { ...j.PLAN.issue, body: "another" } }, reason: "the issue was edited" },
  {
    when: "somebody asked it to stop",
    run: { ...WAITING, stopRequest: { by: "grace", note: "" } },
    consent: {},
    reason: "asked this run to stop",
  },
  { when: "the run is running", run: j.settledRun(...j.BEGUN), consent: {}, reason: "it is running" },
  {
    when: "fewer than 32 digits of the digest are named",
    run: WAITING,
    consent: { digest: DIGEST.slice(0, 31) },
    reason: "another digest",
  },
])("refuses when $when [AUTH-30, S1.07, 6.9 #16, S1.06]", ({ run, consent, reason }) => {
  const event = approve(run, { ...CONSENT, ...consent });
  expect(event.kind).toBe("approval_rejected");
  expect(JSON.stringify(event)).toContain(reason);
});

const approved = (run: Run = WAITING): Run => evolve(run, { ...approve(run, CONSENT), at: CONSENT.at } as Event);

it("takes the hand-over up once, within a day [C4.03, 6.9 #16]", () => {
  const run = approved();
  const taken = claimHandover(run, taker(CONSENT.at + 1));
  const until = CONSENT.at + 1 + LEASE_MS;
  expect(taken).toEqual({ kind: "consumed", handover: run.approval?.handover, keyHash: "a".repeat(64), worker: "901", until });
  const again = claimHandover(evolve(run, { ...taken, at: CONSENT.at + 1 } as Event), taker(CONSENT.at + 2));
  expect(again).toMatchObject({ kind: "approval_requested", reason: "approval_invalid" });
});

it("a loop that is entered again has a hand-over of its own, which does not grow old", () => {
  const run = approved();
  const first = evolve(run, { ...claimHandover(run, taker(CONSENT.at + 1)), at: CONSENT.at + 1 } as Event);
  const again = { ...first, claimed: false };
  expect([handoverDigestOf(run), handoverDigestOf(first)]).toEqual([run.approval?.handover, run.approval?.handover]);
  expect(handoverDigestOf(again)).not.toBe(run.approval?.handover);
  expect(claimHandover(again, taker(CONSENT.at + 48 * HOUR))).toMatchObject({ kind: "consumed", handover: handoverDigestOf(again) });
  expect(handoverDigestOf(WAITING)).toBe(null);
});

it.each<{ when: string; run: Run; now: number }>([
  { when: "a day and a second have gone", run: approved(), now: CONSENT.at + 24 * HOUR + 1000 },
  { when: "the plan was changed", run: { ...approved(), plan: { ...j.PLAN, scope: { paths: ["**"], out: [] } } }, now: CONSENT.at },
  {
    when: "the seal is not the approved one",
    run: { ...approved(), approval: { by: "eve", at: CONSENT.at, digest: DIGEST, handover: "f".repeat(64), comment: null, account: null } },
    now: CONSENT.at,
  },
  { when: "nobody approved", run: WAITING, now: CONSENT.at },
  { when: "there is no plan", run: { ...j.runOf(), request: null }, now: CONSENT.at },
])("fails closed when $when, back to another approval [S4.04, C4.02, 6.9 #16]", ({ run, now }) => {
  expect(claimHandover(run, taker(now))).toMatchObject({ kind: "approval_requested", reason: "approval_invalid" });
});
