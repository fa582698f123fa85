import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson, digestOf, hmac, sha256 } from "#core/values/digest.ts";

it.each([
  [null, "null"],
  [true, "true"],
  [-0, "0"],
  [1e21, "1e+21"],
  [0.1, "0.1"],
  ['a"\n\u2028é', '"a\\"\\n\u2028é"'],
  ["\ud800", '"\\ud800"'],
  [[], "[]"],
  [{}, "{}"],
  [[3, 1, [2]], "[3,1,[2]]"],
  [{ b: 1, a: { d: null, c: [] } }, '{"a":{"c":[],"d":null},"b":1}'],
  // RFC 8785, section 3.2.3: keys sort by their UTF-16 units, so the emoji comes before U+FB33.
  [
    { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 },
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  ],
  [Object.assign(Object.create(null), { z: 1 }), '{"z":1}'],
  [JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
])("writes %j canonically", (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

class Box {
  readonly value = 1;
}

it.each([
  ["undefined", undefined],
  ["undefined", { a: undefined }],
  ["undefined", [undefined]],
  ["undefined", new Array(2)],
  ["number NaN", NaN],
  ["number Infinity", { a: [Infinity] }],
  ["function", () => 1],
  ["symbol", Symbol("x")],
  ["bigint 1", 1n],
  ["an object of a class", new Date(0)],
  ["an object of a class", new Map()],
  ["an object of a class", new Box()],
])("refuses %s, which JSON cannot hold", (name, value) => {
  expect(() => canonicalJson(value)).toThrow(`canonical JSON cannot hold ${name}`);
});

it("computes SHA-256 and HMAC as the published examples do", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  // RFC 4231, test case 1
  expect(hmac("0b".repeat(20), "Hi There")).toBe("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
});

it.each(["", "zz".repeat(32), "ab", "abc".repeat(21), ` ${"ab".repeat(32)}`])("refuses the key %j", (key) => {
  expect(() => hmac(key, "x")).toThrow("HMAC key");
});

/** The same value with every object's keys in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

/** The same value with one leaf changed: the `steps`-th choice on the way down says which. */
function changed(value: unknown, steps: readonly number[]): unknown {
  const [step = 0, ...rest] = steps;
  if (Array.isArray(value) && value.length > 0)
    return value.map((inner, index) => (index === step % value.length ? changed(inner, rest) : inner));
  const entries = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  if (entries.length > 0)
    return Object.fromEntries(entries.map(([key, inner], index) => [key, index === step % entries.length ? changed(inner, rest) : inner]));
  return { was: value };
}

it("gives the same digest whatever the order of the keys, and after a way through JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(digestOf(reversed(value))).toBe(digestOf(value));
      expect(digestOf(JSON.parse(canonicalJson(value)))).toBe(digestOf(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 2000 },
  );
});

it("gives another digest when any leaf changes", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.array(fc.nat(), { minLength: 6, maxLength: 6 }), (value, steps) => {
      expect(digestOf(changed(value, steps))).not.toBe(digestOf(value));
    }),
    { numRuns: 2000 },
  );
});

it("is told apart from plain JSON text by the order of keys, the planted fault", () => {
  const naive = (value: unknown) => sha256(JSON.stringify(value));
  expect(naive({ a: 1, b: 2 })).not.toBe(naive({ b: 2, a: 1 }));
});
