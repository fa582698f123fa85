import { expect, it } from "vitest";
import { approve, type Consent, consume } from "#core/approval.ts";
import { digestOf } from "#core/digest.ts";
import type { Event } from "#core/event.ts";
import { evolve } from "#core/evolve.ts";
import type { Run } from "#core/run.ts";
import * as j from "../builders/journal.ts";

const HOUR = 3_600_000;
const WAITING = j.settledRun(j.HYDRATED, j.PROCEED);
const SHOWN = WAITING.request?.at ?? 0;
const DIGEST = digestOf(j.PLAN);
const CONSENT: Consent = { by: "ana", at: SHOWN + HOUR, digest: null, keyHash: "a".repeat(64) };

it.each([null, DIGEST, DIGEST.slice(0, 12)])("takes an approval with the digest %s", (digest) => {
  expect(approve(WAITING, { ...CONSENT, digest })).toMatchObject({ kind: "approved", by: "ana", digest: DIGEST });
});

it.each<{ when: string; run: Run; consent: Partial<Consent>; reason: string }>([
  { when: "the plan is another", run: WAITING, consent: { digest: "b".repeat(12) }, reason: "another digest" },
  { when: "24 hours and a second have gone", run: WAITING, consent: { at: SHOWN + 24 * HOUR + 1000 }, reason: "more than 24 hours ago" },
  {
    when: "the plan changed",
    run: { ...WAITING, plan: { ...j.PLAN, steps: ["Something else"] } },
    consent: {},
    reason: "the plan changed",
  },
  {
    when: "the base is green already",
    run: { ...WAITING, request: { digest: DIGEST, reason: "base_already_green", at: SHOWN } },
    consent: {},
    reason: "the base already does what the rules ask",
  },
  { when: "the run is running", run: j.settledRun(...j.BEGUN), consent: {}, reason: "it is running" },
])("refuses when $when", ({ run, consent, reason }) => {
  const event = approve(run, { ...CONSENT, ...consent });
  expect(event.kind).toBe("approval_rejected");
  expect(JSON.stringify(event)).toContain(reason);
});

const approved = (run: Run = WAITING): Run => evolve(run, { ...approve(run, CONSENT), at: CONSENT.at } as Event);

it("takes the hand-over up once, within a day", () => {
  const run = approved();
  const taken = consume(run, CONSENT.at + 1);
  expect(taken).toEqual({ kind: "consumed", handover: run.approval?.handover });
  const again = consume(evolve(run, { ...taken, at: CONSENT.at + 1 } as Event), CONSENT.at + 2);
  expect(again).toMatchObject({ kind: "approval_requested", reason: "approval_invalid" });
});

it.each<{ when: string; run: Run; now: number }>([
  { when: "a day and a second have gone", run: approved(), now: CONSENT.at + 24 * HOUR + 1000 },
  { when: "the plan was changed", run: { ...approved(), plan: { ...j.PLAN, steps: ["Something else"] } }, now: CONSENT.at },
  {
    when: "the seal is not the approved one",
    run: { ...approved(), approval: { by: "eve", at: CONSENT.at, digest: DIGEST, keyHash: "a".repeat(64), handover: "f".repeat(64) } },
    now: CONSENT.at,
  },
  { when: "nobody approved", run: WAITING, now: CONSENT.at },
  { when: "there is no plan", run: { ...j.runOf(), request: null }, now: CONSENT.at },
])("fails closed when $when (S4.04)", ({ run, now }) => {
  expect(consume(run, now)).toMatchObject({ kind: "approval_requested", reason: "approval_invalid" });
});
