/** What a reader of a page does not see reaches no agent and is counted, in every form of the table; what is drawn is left alone. */
import { expect, it } from "vitest";
import { clean } from "#text/sanitize/clean.ts";
import { DRAWN, SIGNS, UNDRAWN } from "./hidden-forms.ts";

it.each(UNDRAWN)("takes out and counts $what: $why [INJ-09, INJ-11]", ({ text }) => {
  const cleaned = clean(text);
  expect(cleaned.text).not.toContain("PWN");
  expect(cleaned.hidden.some(({ sample }) => sample.includes("PWN"))).toBe(true);
  expect(clean(cleaned.text)).toMatchObject({ text: cleaned.text, hidden: [] });
});

it.each(SIGNS)("takes out and counts $what between letters: $why [INJ-05, INJ-07]", ({ text }) => {
  const { text: left, hidden } = clean(text);
  expect(left).toBe("ab");
  expect(hidden.length).toBeGreaterThan(0);
});

it.each(DRAWN)("leaves $what: $why [INJ-03]", ({ text, shown }) => {
  const cleaned = clean(text);
  expect([cleaned.text, cleaned.hidden]).toEqual([text, []]);
  expect(cleaned.shown.map(({ kind }) => kind)).toEqual(shown === undefined ? [] : [shown]);
});

it("has at least 57 forms", () => {
  expect(UNDRAWN.length + SIGNS.length).toBeGreaterThanOrEqual(57);
});
