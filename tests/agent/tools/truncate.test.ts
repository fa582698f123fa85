import fc from "fast-check";
import { expect, it } from "vitest";
import { OUTPUT_LIMITS, startOf, truncate } from "#agent/tools/truncate.ts";

it.each([
  { tool: "read_file", characters: 50_000, lines: null, mode: "head_tail" },
  { tool: "write_file", characters: 1000, lines: null, mode: "tail" },
  { tool: "edit_file", characters: 10_000, lines: null, mode: "tail" },
  { tool: "apply_patch", characters: 10_000, lines: null, mode: "tail" },
  { tool: "exec", characters: 30_000, lines: 256, mode: "head_tail" },
  { tool: "fetch", characters: 30_000, lines: null, mode: "head_tail" },
  { tool: "grep", characters: 20_000, lines: 200, mode: "tail" },
  { tool: "glob", characters: 20_000, lines: 500, mode: "tail" },
  { tool: "other", characters: 30_000, lines: null, mode: "head_tail" },
] as const)(
  "keeps exactly $characters characters of $tool and says how many it removed [S3.27, 6.9 #18]",
  ({ tool, characters, lines, mode }) => {
    expect(OUTPUT_LIMITS[tool]).toEqual({ characters, lines, mode });
    const whole = "a".repeat(characters);
    expect(truncate(whole, OUTPUT_LIMITS[tool])).toBe(whole);
    const half = characters / 2;
    const note = `[7 characters were removed from ${mode === "tail" ? "the beginning" : "the middle"}; the full output is in the event stream. Run the tool again with narrower arguments to see them]`;
    const expected = mode === "tail" ? `${note}\n${"b".repeat(characters)}` : `${"a".repeat(half)}\n${note}\n${"b".repeat(half)}`;
    const long = mode === "tail" ? `aaaaaaa${"b".repeat(characters)}` : `${"a".repeat(half)}ccccccc${"b".repeat(half)}`;
    expect(truncate(long, OUTPUT_LIMITS[tool])).toBe(expected);
  },
);

it.each([
  { tool: "exec", lines: 256 },
  { tool: "grep", lines: 200 },
  { tool: "glob", lines: 500 },
] as const)("keeps exactly $lines lines of $tool, half from each end [S3.27, 6.9 #18]", ({ tool, lines }) => {
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
  expect(truncate(numbered(lines).join("\n"), OUTPUT_LIMITS[tool])).toBe(numbered(lines).join("\n"));
  const all = numbered(lines + 3);
  const expected = [...all.slice(0, lines / 2), "[... 3 lines omitted ...]", ...all.slice(-lines / 2)].join("\n");
  expect(truncate(all.join("\n"), OUTPUT_LIMITS[tool])).toBe(expected);
});

it("cuts characters before lines [S3.27]", () => {
  const text = truncate("x\n".repeat(40), { characters: 20, lines: 4, mode: "tail" });
  expect(text).toMatch(/^\[60 characters were removed from the beginning.*\nx\n\[\.\.\. 8 lines omitted \.\.\.\]\nx\n$/s);
});

it("never leaves half of a character behind", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), fc.constantFrom("tail", "head_tail"), (text, mode) => {
      const cut = truncate(text, { characters: 10, lines: null, mode } as const);
      expect(Buffer.from(cut, "utf8").toString("utf8")).toBe(cut);
    }),
  );
  expect(startOf("ab😀", 3)).toBe("ab");
});

it("keeps what is within the limit as it is", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 50 }), (text) => {
      expect(truncate(text, { characters: 50, lines: 51, mode: "head_tail" })).toBe(text);
    }),
  );
});
