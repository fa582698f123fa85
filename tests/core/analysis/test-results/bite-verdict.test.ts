/** What is said of tests that still find faults, or do not. */
import { expect, it } from "vitest";
import { biteVerdict } from "#core/analysis/test-results/bite-verdict.ts";

const fault = { path: "src/a.js", line: 3, was: "  a < b", now: "  a >= b" };

it("says what was found as before, and that few faults say little", () => {
  expect(biteVerdict({ kind: "measured", found: 8, lost: [], moot: 0 })).toEqual({
    ok: true,
    details: "the tests still find 8 fault(s) planted near the change",
  });
  expect(biteVerdict({ kind: "measured", found: 1, lost: [], moot: 0 }).details).toContain(
    "1 fault(s) planted near the change, which is few",
  );
  expect(biteVerdict({ kind: "measured", found: 7, lost: [], moot: 1 }).details).toBe(
    "the tests still find 7 fault(s) planted near the change; 1 more make no difference now, and the tests find what follows in the same function",
  );
  expect(biteVerdict({ kind: "unmeasured", why: "it rains" })).toEqual({ ok: true, details: "not measured: it rains" });
});

it("names each lost fault with the tests that found it, and what it means", () => {
  const { ok, details } = biteVerdict({
    kind: "measured",
    found: 8,
    lost: [
      { fault, missed: ["splits"] },
      { fault, missed: [] },
    ],
    moot: 1,
  });
  expect(ok).toBe(false);
  expect(details).toContain("found 8 planted fault(s) near the change, and 2 of them go unnoticed now");
  expect(details).toContain('src/a.js:3 with a < b as a >= b, which "splits" found; src/a.js:3 with a < b as a >= b');
});
