/** The layout of pages in a terminal: commands stay whole, words are wrapped, columns line up. */
import { expect, it } from "vitest";
import { columns, wrapped, wrappedLines } from "#text/terminal/layout.ts";

it("shows a command word for word, however long", () => {
  const command = `node -e "${"x".repeat(300)}" @param\n  second line`;
  expect(wrappedLines("    $ ", command).replace(/\s/g, "")).toBe(`$${command.replace(/\s/g, "")}`);
});

it("wraps between words and indents what follows", () => {
  expect(wrapped("  - ", `${"word ".repeat(30)}end`).split("\n")[1]).toMatch(/^ {4}word/);
});

it("shows no table for no rows", () => {
  expect(columns(["a", "b"], [])).toBe("");
});
