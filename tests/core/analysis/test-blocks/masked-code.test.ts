/** Strings and comments are blanked, and everything keeps its place. */
import { expect, it } from "vitest";
import { bracketsIn, maskedCode } from "#core/analysis/test-blocks/masked-code.ts";
import { withNames } from "#core/analysis/test-blocks/named-test.ts";

it.each([
  ["a.js", "f('a)', \"b)\", `c\n)`) // d)\n/* e) */ = /[)]/"],
  ["a.js", "x = 'open\ny = \""],
  ["a.py", "'''a\n(''' # b(\n\"(\\\"\""],
  ["a.rs", "fn f<'a>(x: &'a str) { '\"'; r#\"a\"b\"# }"],
  ["a.txt", "'as it is'"],
])("blanks in %s %s", (path, text) => {
  const masked = maskedCode(path, text);
  expect(masked).toHaveLength(text.length);
  expect(masked.replace(/[^\n]/g, "").length).toBe(text.replace(/[^\n]/g, "").length);
  expect(masked.replace(/f\(|`\)|f<'a>\(x: &'a str\)/g, "")).not.toMatch(/[()]/);
});

it("pairs brackets, and gives none for one without a partner", () => {
  const { endOf } = bracketsIn("(a[b]) (] )");
  expect([0, 2, 7, 8].map((at) => endOf(at))).toEqual([6, 5, null, null]);
});

it("names a test by what it stands in, and by nothing that has ended", () => {
  const test = (title: string, from: number, to: number) => ({ title, from, to, emptied: "" });
  const suites = [{ title: "s", from: 0, to: 10 }];
  expect(withNames([test("a", 1, 3), test("b", 4, 9), test("c", 11, 12)], suites).map(({ name }) => name)).toEqual(["s > a", "s > b", "c"]);
  expect(withNames([test("a", 0, 1)], []).map(({ name }) => name)).toEqual(["a"]);
});
