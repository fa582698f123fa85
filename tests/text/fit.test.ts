import * as fc from "fast-check";
import { expect, it } from "vitest";
import { clip, ends, fitted } from "#text/fit.ts";

const bytes = (text: string) => new TextEncoder().encode(text).length;

it("takes the first variant that fits, and makes none that it does not need", () => {
  let made = 0;
  const variant = (text: string) => () => {
    made += 1;
    return text;
  };
  expect(fitted([variant("x".repeat(20)), variant("short"), variant("s")], 10)).toBe("short");
  expect(made).toBe(2);
});

it.each([59_999, 65_000, 65_001, 65_536, 262_145])("OUT-09 %i characters of four bytes stay within GitHub's limits", (length) => {
  const text = fitted([() => "😀".repeat(length / 2)]);
  expect(text.length).toBeLessThanOrEqual(65_000);
  expect(bytes(text)).toBeLessThanOrEqual(262_144);
  expect(text).not.toMatch(/\p{Cs}/u);
});

it("OUT-09 counts bytes where the caller allows more characters than GitHub", () => {
  expect(bytes(fitted([() => "€".repeat(100_000)], 200_000))).toBeLessThanOrEqual(262_144);
});

it("OUT-08 cuts at a line, closes what is open, and says so", () => {
  const text = `# Title\n<details>\n\n\`\`\`\`text\n${"a line of output\n".repeat(40)}\`\`\`\`\n\n</details>\n`;
  expect(fitted([() => text], 200)).toMatchInlineSnapshot(`
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
    \`\`\`\`
    </details>

    _Cut here: the text is too long._
    "
  `);
});

it("does not take a tag within a block for a fold", () => {
  expect(fitted([() => `\`\`\`text\n<details>\n\`\`\`\n${"line\n".repeat(60)}`], 200)).not.toContain("</details>");
});

it("holds its bound for any text and any limit, and splits no character", () => {
  const part = fc.constantFrom("\n", "```\n", "````\n", "<details>\n", "</details>\n", "😀", "word ", "| a | b |\n");
  void fc.assert(
    fc.property(fc.array(part, { maxLength: 120 }), fc.integer({ min: 1, max: 300 }), (parts, limit) => {
      const text = fitted([() => parts.join("")], limit);
      expect(text.length).toBeLessThanOrEqual(limit);
      expect(text).not.toMatch(/\p{Cs}/u);
    }),
  );
});

it("holds its bound even where what is open cannot be closed within it", () => {
  expect(fitted([() => "<details>\n".repeat(100)], 95)).toHaveLength(95);
});

it("gives nothing for no variants", () => {
  expect(fitted([])).toBe("");
});

it("clips between characters", () => {
  expect(clip("short", 5)).toBe("short");
  expect(clip("ab😀cd", 4)).toBe("ab…");
});

it("keeps both ends of a long output", () => {
  expect(ends("short", 10)).toBe("short");
  expect(ends(`${"a".repeat(50)}${"b".repeat(50)}`, 10)).toBe("aaaaa\n[… 90 characters left out …]\nbbbbb");
});
