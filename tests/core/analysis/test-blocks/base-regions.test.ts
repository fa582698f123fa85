/** The base's tests within a source are put into the work's source, in place of the work's own. */
import { expect, it } from "vitest";
import { withBaseRegions } from "#core/analysis/test-blocks/base-regions.ts";

const region = (body: string): string => `#[cfg(test)]\nmod tests {\n    ${body}\n}\n`;

it.each([
  ["the same tests in other code", `fn b() {}\n\n${region("x();")}`, `fn a() {}\n${region("x();")}`, null],
  ["no tests", "fn b() {}\n", "fn a() {}\n", null],
  ["a weaker test", `fn b() {}\n\n${region("y();")}`, `fn a() {}\n${region("x();")}`, `fn b() {}\n\n${region("x();")}`],
  ["a test that is gone", "fn b() {}\n", `fn a() {}\n${region("x();")}`, `fn b() {}\n\n${region("x();")}`],
  ["a new test", `fn b() {}\n${region("y();")}`, "fn a() {}\n", "fn b() {}\n\n"],
  [
    "a test within a module, in its place",
    "mod m {\n    #[test]\n    fn t() { y(); }\n    fn b() {}\n}\n",
    "mod m {\n    #[test]\n    fn t() { x(); }\n}\n",
    "mod m {\n    #[test]\n    fn t() { x(); }\n    fn b() {}\n}\n",
  ],
  [
    "an example of the same function",
    "/// ```\n/// y();\n/// ```\nfn a() { 2 }\n",
    "/// ```\n/// x();\n/// ```\nfn a() { 1 }\n",
    "/// ```\n/// x();\n/// ```\nfn a() { 2 }\n",
  ],
  [
    "an example of what is gone",
    "fn b() {}\n",
    "//! ```\n//! x();\n//! ```\nfn a() {}\n",
    "fn b() {}\n\n/// ```\n/// x();\n/// ```\n#[allow(dead_code)]\nstruct BaseExample0;\n",
  ],
])("%s", (_what, work, base, expected) => {
  expect(withBaseRegions("src/lib.rs", work, base)).toBe(expected);
});

it("gives an example of Python a function of its own where its function is gone", () => {
  const base = 'def a():\n    """\n    >>> a()\n    1\n    """\n';
  expect(withBaseRegions("a.py", "def b():\n    pass\n", base)).toBe(
    'def b():\n    pass\n\ndef _base_example_0():\n    """\n    >>> a()\n    1\n    """\n',
  );
});
