import { expect, it } from "vitest";
import { auditDue, matchesAuditKey } from "#core/iteration/audit.ts";
import { sha256 } from "#core/values/digest.ts";

const ZERO = "00".repeat(32);
const PLAIN = "ab".repeat(32);
const ONE = sha256("a run");
const OTHER = sha256("another run");
const KEYS = [ZERO, PLAIN, ONE, OTHER];
const settings = { every: 7, ceiling: 14 };

/** Which of the first `calls` calls are audited. */
function audits(key: string, calls: number, { every, ceiling } = settings): readonly number[] {
  const audited: number[] = [];
  for (let call = 1, since = 0; call <= calls; call++) {
    const due = auditDue({ key, call, since, every, ceiling });
    if (due) audited.push(call);
    since = due ? 0 : since + 1;
  }
  return audited;
}

it.each(KEYS)("draws one call in seven of 10,000, within 1.5 %% (key %s) [S0.35]", (key) => {
  const drawn = Array.from({ length: 10_000 }, (_, call) => auditDue({ key, call, since: 0, ...settings })).filter(Boolean).length;
  expect(Math.abs(drawn / 10_000 - 1 / 7)).toBeLessThan(0.015);
});

it.each(KEYS)("never lets more than 14 calls pass unaudited (key %s) [C0.01]", (key) => {
  const calls = audits(key, 10_000);
  const gaps = calls.map((call, index) => call - (calls[index - 1] ?? 0) - 1);
  expect(Math.max(...gaps)).toBe(14);
});

it("would let more pass without the ceiling, the planted fault [6.9 #13]", () => {
  const calls = audits(PLAIN, 10_000, { every: 7, ceiling: Number.POSITIVE_INFINITY });
  expect(Math.max(...calls.map((call, index) => call - (calls[index - 1] ?? 0) - 1))).toBeGreaterThan(14);
});

it("draws the same again with the same key, and otherwise with another [6.9 #13]", () => {
  expect(audits(ONE, 300)).toEqual(audits(ONE, 300));
  expect(audits(ONE, 300)).not.toEqual(audits(OTHER, 300));
});

it("audits every call when one in one is asked for, and the very first at a ceiling of none", () => {
  expect(audits(ZERO, 5, { every: 1, ceiling: 100 })).toEqual([1, 2, 3, 4, 5]);
  expect(auditDue({ key: ZERO, call: 1, since: 0, every: 1_000_000, ceiling: 0 })).toBe(true);
  expect(auditDue({ key: ZERO, call: 1, since: 99, every: 1_000_000, ceiling: 100 })).toBe(false);
});

// RH-20: what was drawn says nothing about what comes next.
it("draws an audit right after an audit as often as after none", () => {
  const drawn = Array.from({ length: 50_000 }, (_, call) => auditDue({ key: ONE, call, since: 0, ...settings }));
  const after = drawn.filter((_, index) => drawn[index - 1] === true);
  expect(Math.abs(after.filter(Boolean).length / after.length - 1 / 7)).toBeLessThan(0.015);
});

it.each([
  [ZERO, sha256(ZERO), true],
  [ZERO, sha256(PLAIN), false],
  ["AB".repeat(32), sha256("ab".repeat(32)), false],
  ["", "", false],
])("rechecks the key %s against the hash %s: %s", (key, keyHash, holds) => {
  expect(matchesAuditKey(key, keyHash)).toBe(holds);
});

it("refuses to draw with a key that is none", () => {
  expect(() => auditDue({ key: "secret", call: 1, since: 0, ...settings })).toThrow("HMAC key");
});
