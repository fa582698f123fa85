import fc from "fast-check";
import { expect, it } from "vitest";
import { callSignatureOf, repeatedPatternIn } from "#agent/conversation/repetition.ts";

const cycle = (pattern: readonly string[], count: number) =>
  Array.from({ length: count }, (_, index) => pattern[index % pattern.length] ?? "");

it.each([
  { what: "no call", calls: [], length: null },
  { what: "nine times the same call", calls: cycle(["a"], 9), length: null },
  { what: "ten times the same call", calls: cycle(["a"], 10), length: 1 },
  { what: "two calls nine times in turn", calls: cycle(["a", "b"], 9), length: null },
  { what: "two calls in turn", calls: cycle(["a", "b"], 10), length: 2 },
  { what: "three calls eleven times in turn", calls: cycle(["a", "b", "c"], 11), length: null },
  { what: "three calls in turn", calls: cycle(["a", "b", "c"], 12), length: 3 },
  { what: "four calls in turn", calls: cycle(["a", "b", "c", "d"], 12), length: null },
  { what: "a pattern after other calls", calls: ["x", "y", ...cycle(["a", "b", "c"], 13)], length: 3 },
  { what: "a pattern that was left", calls: [...cycle(["a"], 12), "b"], length: null },
])("finds a pattern of length $length in $what [S3.53, C3.19, 6.9 #18]", ({ calls, length }) => {
  expect(repeatedPatternIn(calls)).toBe(length);
});

it("finds no pattern in calls that are all different [S3.53]", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 30 }), (calls) => {
      expect(repeatedPatternIn(calls)).toBeNull();
    }),
  );
});

it("tells calls apart by name and arguments, whatever the order of keys [S3.53]", () => {
  expect(callSignatureOf("grep", { pattern: "a", path: "b" })).toBe(callSignatureOf("grep", { path: "b", pattern: "a" }));
  expect(callSignatureOf("grep", { pattern: "a" })).not.toBe(callSignatureOf("grep", { pattern: "b" }));
  expect(callSignatureOf("grep", { pattern: "a" })).not.toBe(callSignatureOf("glob", { pattern: "a" }));
  expect(callSignatureOf("exec", undefined)).toBe(callSignatureOf("exec", null));
});
