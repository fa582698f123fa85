import fc from "fast-check";
import { expect, it } from "vitest";
import { type Handover, type HandoverFacts, handoverFrom, openHandover } from "#core/approval/handover.ts";
import { digestOf } from "#core/values/digest.ts";

const HOUR = 3_600_000;
const approval = {
  runId: "add-slugify-20260401-101500",
  issue: 7,
  digest: "d".repeat(64),
  base: "b".repeat(40),
  approvedBy: "maria",
  approvedAt: 1_000_000 * HOUR,
  round: 0,
};
const facts: HandoverFacts = {
  now: approval.approvedAt + HOUR,
  runId: approval.runId,
  issue: 7,
  base: approval.base,
  digest: approval.digest,
  rules: 3,
  approvalHours: 24,
  claimed: false,
};
const handover = handoverFrom(approval);

/** A hand-over that says something else, and whose seal was made anew. */
function resealed(changes: Partial<Handover>): Handover {
  const { seal: _, ...content } = { ...handover, ...changes };
  return { ...content, seal: digestOf(content) };
}

it("opens what was sealed, also after a way through JSON [S4.13]", () => {
  expect(openHandover(JSON.parse(JSON.stringify(handover)), facts)).toEqual({ ok: true, handover });
});

it("opens a hand-over without an issue, and one that is exactly a day old or brand-new", () => {
  const local = handoverFrom({ ...approval, issue: null });
  expect(openHandover(local, { ...facts, issue: null }).ok).toBe(true);
  expect(openHandover(handover, { ...facts, now: approval.approvedAt + 24 * HOUR }).ok).toBe(true);
  expect(openHandover(handover, { ...facts, now: approval.approvedAt }).ok).toBe(true);
  expect(openHandover(handover, { ...facts, now: approval.approvedAt - HOUR / 4 }).ok).toBe(true);
});

it.each<[string, unknown, Partial<HandoverFacts>, readonly string[]]>([
  ["a broken seal", { ...handover, seal: "0".repeat(64) }, {}, ["seal"]],
  ["another approver under the old seal", { ...handover, approvedBy: "eve" }, {}, ["seal"]],
  ["another round under the old seal", { ...handover, round: 1 }, {}, ["seal"]],
  ["a plan that is not ready", resealed({ status: "needs_refinement" }), {}, ["status"]],
  ["another target", resealed({ target: "loopwright/2" }), {}, ["target"]],
  ["another run", handover, { runId: "other-20260401-101500" }, ["place"]],
  ["another issue", handover, { issue: 8 }, ["place"]],
  ["no issue", handover, { issue: null }, ["place"]],
  ["another base", handover, { base: "a".repeat(40) }, ["place"]],
  ["an approval of a day and a second ago", handover, { now: approval.approvedAt + 24 * HOUR + 1000 }, ["age"]],
  ["an approval of a day and a millisecond ago", handover, { now: approval.approvedAt + 24 * HOUR + 1 }, ["age"]],
  ["an approval from the future", handover, { now: approval.approvedAt - HOUR / 4 - 1 }, ["age"]],
  ["a clock that does not know the time", handover, { now: NaN }, ["age"]],
  ["a shorter limit", handover, { approvalHours: 0.5 }, ["age"]],
  ["another plan", handover, { digest: "e".repeat(64) }, ["digest"]],
  ["a plan without rules", handover, { rules: 0 }, ["rules"]],
  ["a second use", handover, { claimed: true }, ["consumed"]],
  [
    "all at once",
    { ...handover, status: "", target: "" },
    { now: 0, runId: "", digest: "", rules: 0, claimed: true },
    ["seal", "status", "target", "place", "age", "digest", "rules", "consumed"],
  ],
])("refuses %s by name [S4.03, C4.03, C4.04, 6.9 #16, M4.01, S4.04, C4.05]", (_, value, changes, failed) => {
  expect(openHandover(value, { ...facts, ...changes })).toEqual({ ok: false, failed });
});

it.each([
  ["nothing", undefined],
  ["null", null],
  ["text", JSON.stringify(handover)],
  ["a list", [handover]],
  ["an empty object", {}],
  ["an unknown key", { ...handover, extra: 1 }],
  ["a short digest", { ...handover, digest: "d".repeat(12) }],
  ["a digest in capitals", { ...handover, digest: "D".repeat(64) }],
  ["a time that is text", { ...handover, approvedAt: "2026-04-01" }],
  ["a time that is NaN", { ...handover, approvedAt: NaN }],
  ["an issue 0", { ...handover, issue: 0 }],
  ["an approver without a name", { ...handover, approvedBy: "" }],
])("fails closed on %s [C4.02, C4.04]", (_, value) => {
  expect(openHandover(value, facts)).toEqual({ ok: false, failed: ["malformed"] });
});

it("fails closed on any value at all, and on a hand-over that lost any one field", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(openHandover(value, facts).ok).toBe(false);
    }),
  );
  for (const name of Object.keys(handover)) {
    const rest = Object.fromEntries(Object.entries(handover).filter(([key]) => key !== name));
    expect(openHandover(rest, facts)).toEqual({ ok: false, failed: ["malformed"] });
  }
});

it("never opens a hand-over of which one character was changed", () => {
  const text = JSON.stringify(handover);
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom(..."0123456789abcdef"), (at, character) => {
      const value = `${text.slice(0, at)}${character}${text.slice(at + 1)}`;
      fc.pre(value !== text && isJson(value));
      expect(openHandover(JSON.parse(value), facts).ok).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
