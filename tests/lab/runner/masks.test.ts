/** Masks: no form of a secret gets through. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { masksOf } from "./masks.ts";

it.each([
  { secrets: ["hunter22"], text: "the key is hunter22.", hidden: "the key is ***." },
  { secrets: ["hunter22"], text: "hunter22hunter22", hidden: "***" },
  { secrets: ["abc", "bcd"], text: "xabcdx", hidden: "x***x" },
  { secrets: ["first line\nsecond line"], text: "second line", hidden: "***" },
  { secrets: ['say "hi"'], text: JSON.stringify({ key: 'say "hi"' }), hidden: '{"key":"***"}' },
  { secrets: ["a&b=c d"], text: "https://x/?q=a%26b%3Dc%20d", hidden: "https://x/?q=***" },
  { secrets: ["", "  "], text: "a  b", hidden: "a  b" },
])("hides $secrets in $text", ({ secrets, text, hidden }) => {
  expect(masksOf(secrets).hide(text)).toBe(hidden);
});

it("hides what is added later", () => {
  const masks = masksOf([]);
  expect(masks.find("derived")).toBe(false);
  masks.add("derived");
  expect(masks.find("derived")).toBe(true);
});

it("hides a token in an authorization header, wherever it begins", () => {
  const token = "ghs_abcdefghijklmnopqrstuvwxyz0123456789";
  for (const before of ["", "x", "xy", "x-access-token:"]) {
    const header = Buffer.from(`${before}${token}`).toString("base64");
    const hidden = masksOf([token]).hide(header);
    expect(hidden).toContain("***");
    expect(hidden.length).toBeLessThan(before.length * 2 + 12);
  }
});

it("leaves no secret in any text", () => {
  void fc.assert(
    fc.property(fc.array(fc.string({ minLength: 4 }).filter((text) => !text.includes("*"))), fc.array(fc.string()), (secrets, around) => {
      const kept = secrets.filter((secret) => secret.trim() !== "");
      const hidden = masksOf(kept).hide(around.join(kept.join(" ")));
      expect(kept.filter((secret) => hidden.includes(secret))).toEqual([]);
    }),
  );
});
