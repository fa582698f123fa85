import * as fc from "fast-check";
import { expect, it } from "vitest";
import { clip, headAndTail, shortenToLimit } from "#text/format/shorten.ts";

const bytes = (text: string) => new TextEncoder().encode(text).length;

it("takes the first variant that fits, and makes none that it does not need", () => {
  let made = 0;
  const variant = (text: string) => () => {
    made += 1;
    return text;
  };
  expect(shortenToLimit([variant("x".repeat(20)), variant("short"), variant("s")], { limit: 10 })).toBe("short");
  expect(made).toBe(2);
});

/** All lengths around what was ever a limit, in characters of one to four bytes, and one with a mark of its own. */
const LENGTHS = [59_999, 60_000, 60_001, 65_536, 262_144, 262_145];
it.each(LENGTHS)("a text of %i bytes is at most 60000 long, cut between characters, with its footer [OUT-09]", (length) => {
  for (const character of ["x", "é", "€", "😀", "e\u0301", "line\n"]) {
    const whole = character.repeat(Math.ceil(length / bytes(character)));
    for (const footer of ["", "\nCloses #7\n"]) {
      const text = shortenToLimit([() => whole], { footer });
      expect(bytes(text)).toBeLessThanOrEqual(60_000);
      expect(text).not.toMatch(/\p{Cs}/u);
      expect(text.endsWith(footer)).toBe(true);
      if (bytes(whole) + bytes(footer) <= 60_000) expect(text).toBe(`${whole}${footer}`);
      else expect(text).toContain("_Cut here: the text is too long. The journal of the run has all of it._");
    }
  }
});

it("cuts at a line, closes what is open, and says so [OUT-08]", () => {
  const text = `# Title\n<details>\n\n\`\`\`\`text\n${"a line of output\n".repeat(40)}\`\`\`\`\n\n</details>\n`;
  expect(shortenToLimit([() => text], { limit: 300 })).toMatchInlineSnapshot(`
    "# Title
    <details>

    \`\`\`\`text
    a line of output
    a line of output
    a line of output
    a line of output
    a line of output
    a line of output
    a line of output
    a line of output
    a line of output
    a line of output
    \`\`\`\`
    </details>

    _Cut here: the text is too long. The journal of the run has all of it._
    "
  `);
});

it("does not take a tag within a block for a fold", () => {
  expect(shortenToLimit([() => `\`\`\`text\n<details>\n\`\`\`\n${"line\n".repeat(60)}`], { limit: 200 })).not.toContain("</details>");
});

it("holds its bound for any text and any limit, and splits no character", () => {
  const part = fc.constantFrom("\n", "```\n", "````\n", "<details>\n", "</details>\n", "😀", "word ", "| a | b |\n");
  void fc.assert(
    fc.property(fc.array(part, { maxLength: 120 }), fc.integer({ min: 1, max: 300 }), (parts, limit) => {
      const text = shortenToLimit([() => parts.join("")], { limit });
      expect(bytes(text)).toBeLessThanOrEqual(limit);
      expect(text).not.toMatch(/\p{Cs}/u);
    }),
  );
});

it("holds its bound even where what is open cannot be closed within it", () => {
  expect(shortenToLimit([() => "<details>\n".repeat(100)], { limit: 140 }).length).toBeLessThanOrEqual(140);
});

it("gives nothing for no variants", () => {
  expect(shortenToLimit([])).toBe("");
});

it("clips between characters", () => {
  expect(clip("short", 5)).toBe("short");
  expect(clip("ab😀cd", 4)).toBe("ab…");
});

it("keeps both ends of a long output", () => {
  expect(headAndTail("short", 10)).toBe("short");
  expect(headAndTail(`${"a".repeat(50)}${"b".repeat(50)}`, 10)).toBe("aaaaa\n[… 90 characters left out …]\nbbbbb");
});
