/** Tests that stand in a source are found, and told from the code around them. */
import { expect, it } from "vitest";
import { mayHoldTests, onlySourceTests, sourceTests } from "#core/analysis/test-blocks/source-tests.ts";

const RUST = `/// Adds.
///
/// \`\`\`
/// assert_eq!(m::add(1, 2), 3);
/// \`\`\`
/// \`\`\`text
/// no test
/// \`\`\`
#[inline]
pub fn add(a: i32, b: i32) -> i32 {
    a + b
}

#[test]
fn alone() {
    assert_eq!(add(1, 1), 2);
}

mod inner {
    #[test]
    fn deep() {}
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    #[test]
    fn adds() { assert_eq!(add(1, 2), 3); }
}

#[cfg(test)]
mod more;
`;
const VITEST = 'export const one = 1;\nif (import.meta.vitest) {\n  import.meta.vitest.it("one", () => {});\n}\n';
const D =
  "int add(int a, int b) { return a + b; }\n@safe unittest\n{\n  assert(add(1, 2) == 3);\n}\nstruct S {\n  unittest { assert(1); }\n}\n";
const ZIG = 'fn add(a: i32) i32 { return a; }\ntest "add" {\n  try expect(add(1) == 1);\n}\ntest add {\n}\n';
const PYTHON =
  'def add(a, b):\n    """Adds.\n\n    >>> add(1, 2)\n    3\n\n    >>> add(0, 0)\n    0\n    """\n    return a + b\n\n>>> add(5, 5)';

const read = (path: string, text: string) => sourceTests(path, text).map(({ key, nested, item }) => [key, nested, item]);

it.each([
  [
    "src/lib.rs",
    RUST,
    [
      ["add#1", true, "add"],
      ["alone", false, null],
      ["inner > deep", true, null],
      ["#[cfg(all(test, unix))] mod tests", false, null],
      ["#[cfg(test)] mod more", false, null],
    ],
  ],
  ["src/one.ts", VITEST, [["if (import.meta.vitest)", false, null]]],
  [
    "src/a.d",
    D,
    [
      ["@safe unittest", false, null],
      ["unittest", true, null],
    ],
  ],
  [
    "src/a.zig",
    ZIG,
    [
      ['test "add"', false, null],
      ["test add", false, null],
    ],
  ],
  [
    "a.py",
    PYTHON,
    [
      ["add#1", true, "add"],
      ["add#2", true, "add"],
      ["add#3", true, "add"],
    ],
  ],
  ["a.go", "test\n", []],
  ["a.rs", "// a test\n#[cfg(test)]", []],
  ["a.rs", "#[cfg(test)] mod tests {", []],
  ["a.rs", "/// ```\n/// a();\n/// ```", [["#1", true, ""]]],
  ["a.rs", "/// ```\n/// a();\n/// ```\nlet x = 1;\nfn f() {}\n", [["#1", true, ""]]],
  ["a.rs", "/// ```\n/// open\nfn test() {}\n/// ```\n", []],
  ["a.rs", `${" ".repeat(2 ** 20)}#[cfg(test)] mod tests {}`, []],
])("finds the tests within %s (%#)", (path, text, expected) => {
  expect(read(path, text)).toEqual(expected);
});

it("gives an example without the marks of its comment, and a region as it stands", () => {
  const [example, alone] = sourceTests("src/lib.rs", RUST);
  expect(example?.code).toBe("assert_eq!(m::add(1, 2), 3);");
  expect(alone?.code).toBe("#[test]\nfn alone() {\n    assert_eq!(add(1, 1), 2);\n}");
});

it("leaves nothing but the tests, each on its line", () => {
  const lines = onlySourceTests("src/lib.rs", RUST).split("\n");
  expect(lines[3]).toBe("assert_eq!(m::add(1, 2), 3);");
  expect(lines.slice(13, 17).join("\n")).toBe("#[test]\nfn alone() {\n    assert_eq!(add(1, 1), 2);\n}");
  expect(lines.join("\n")).not.toMatch(/pub fn|no test/);
  expect(onlySourceTests("a.py", PYTHON).split("\n").slice(3, 8)).toEqual([">>> add(1, 2)", "3", "", ">>> add(0, 0)", "0"]);
  expect(onlySourceTests("src/a.ts", "test")).toBe("");
});

it("knows by the path where tests may stand", () => {
  expect(["a.rs", "a.ts", "a.mjs", "a.py", "a.d", "a.zig"].every(mayHoldTests)).toBe(true);
  expect(["a.go", "a.java", "a.md"].some(mayHoldTests)).toBe(false);
});
