import fc from "fast-check";
import { expect, it } from "vitest";
import { trimEndCharacters } from "#core/values/trim-end.ts";

it.each([
  { text: "https://github.example//", of: "/", is: "https://github.example" },
  { text: "a/b", of: "/", is: "a/b" },
  { text: "Really?!.", of: ".!?", is: "Really" },
  { text: "***", of: "*", is: "" },
  { text: "", of: "*", is: "" },
])("takes $of from the end of '$text'", ({ text, of, is }) => {
  expect(trimEndCharacters(text, of)).toBe(is);
});

it("leaves a beginning of the text that ends with none of them, and takes nothing else", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", ".", "-", "\n") }), (text) => {
      const left = trimEndCharacters(text, ".-");
      expect(text.startsWith(left)).toBe(true);
      expect(text.slice(left.length)).toMatch(/^[.-]*$/);
      expect([".", "-"]).not.toContain(left.at(-1));
    }),
  );
});
