import * as fc from "fast-check";
import { expect, it } from "vitest";
import { clean, visible } from "#text/clean.ts";

it.each([
  { id: "INJ-01 a comment", text: "a <!-- PWN --> b", left: "a   b", hidden: ["1 HTML comment"] },
  { id: "INJ-02 a nest", text: "a <!-<!-- x -->- PWN -<!-- y -->-> b", left: "a <!- - PWN - -> b", hidden: ["2 HTML comments"] },
  { id: "INJ-03 entities, which readers see", text: "&lt;!-- seen --&gt;", left: "&lt;!-- seen --&gt;", hidden: [] },
  { id: "INJ-04 an open comment at a line's start", text: "a\n <!-- PWN\nPWN", left: "a\n  ", hidden: ["1 HTML comment"] },
  { id: "an open comment within a line", text: "a <!-- seen <!-- b", left: "a <! -- seen <! -- b", hidden: [] },
  { id: "a comment that is empty for HTML", text: "a <!--> seen --> b", left: "a   seen --> b", hidden: ["1 HTML comment"] },
  { id: "a comment that ends as HTML allows", text: "a <!-- PWN --!> seen", left: "a   seen", hidden: ["1 HTML comment"] },
  { id: "INJ-05 tag characters", text: "a\u{e0050}\u{e0057}\u{e004e}b", left: "ab", hidden: ["3 invisible characters"] },
  { id: "INJ-06 bytes after an emoji", text: "☺\ufe0f\ufe0e\u{e0101}", left: "☺\ufe0f", hidden: ["2 invisible characters"] },
  { id: "INJ-07 splitters", text: "P\u2060W\u2060N\u3164\u00ad", left: "PWN", hidden: ["4 invisible characters"] },
  { id: "INJ-08 bidi", text: "a\u202eb\u2066c", left: "abc", hidden: ["2 bidirectional characters"] },
  { id: "INJ-09 a link comment", text: "a\n[//]: # (PWN)\nb", left: "a\n\nb", hidden: ["1 link comment"] },
  { id: "a link definition", text: "[1]: https://example.com", left: "[1]: https://example.com", hidden: [] },
  {
    id: "INJ-12 a hyperlink of a terminal",
    text: "\u001b]8;;http://x\u0007a\u001b[31mb\u0000",
    left: "ab",
    hidden: ["2 terminal sequences", "1 control character"],
  },
  { id: "INJ-12 a lone surrogate", text: "a\ud800b", left: "a\ufffdb", hidden: ["1 broken character"] },
  { id: "INJ-12 zalgo", text: `a${"\u0301".repeat(20)}`, left: `a${"\u0301".repeat(8)}`, hidden: ["12 stacked accents"] },
  { id: "line ends of all kinds", text: "a\r\nb\rc\u2028d", left: "a\nb\nc\nd", hidden: [] },
  {
    id: "a comment that invisible characters split",
    text: "<\u200b!-- PWN -\u200b->",
    left: " ",
    hidden: ["2 invisible characters", "1 HTML comment"],
  },
])("takes out, and names: $id", ({ text, left, hidden }) => {
  expect(clean(text)).toEqual({ text: left, hidden });
});

it("leaves comments in text that is read as it is written", () => {
  expect(visible("<p><!-- seen -->\u202e</p>")).toBe("<p><!-- seen --></p>");
});

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(
      "<!--",
      "-->",
      "<!-",
      "--!>",
      "<!-->",
      "\n",
      "[//]: # (x)",
      "\u200b",
      "\u001b[",
      "\u001b]",
      "\u0007",
      "\ufe0f",
      "☺",
      "\r",
    ),
    fc.string({ unit: "binary", maxLength: 5 }),
  ),
  { maxLength: 30 },
);

it("finds nothing more in what it has cleaned", () => {
  void fc.assert(
    fc.property(hostile, (parts) => {
      const { text } = clean(parts.join(""));
      expect(clean(text)).toEqual({ text, hidden: [] });
      expect(text).not.toContain("<!--");
    }),
  );
});

it.each(["[", "<!--", "<!-->", "\u001b[", "\u001b]", "\u0301", "-", "\n ", "[a]: ", "<!-- x -->"])(
  "cleans 262144 characters of %j without looking at each of them again and again",
  (unit) => {
    expect(clean(unit.repeat(262_144 / unit.length)).text.length).toBeLessThan(400_000);
  },
);
