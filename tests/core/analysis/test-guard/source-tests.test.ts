/** What a change takes from the tests within a source is found, and nothing of the code around them is. */
import { expect, it } from "vitest";
import { NOT_TEXT } from "#core/analysis/source/file-change.ts";
import { testFindings } from "#core/analysis/test-guard/test-diff.ts";
import { find, GLOBS, kinds } from "./one-change.ts";

const CODE = "pub fn add(a: i32, b: i32) -> i32 {\n    assert!(a > 0);\n    a + b\n}\n\n";
const TESTS =
  "#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(add(1, 2), 3);\n        assert_eq!(add(2, 2), 4);\n    }\n}\n";
const RUST = CODE + TESTS;

it.each<[string, string | null | typeof NOT_TEXT, readonly string[]]>([
  ["other code", RUST.replace("assert!(a > 0);\n", "").replace("a + b", "b + a"), []],
  ["a weaker assertion", RUST.replace("assert_eq!(add(1, 2), 3)", "assert!(add(1, 2) > 0)"), ["weakened"]],
  ["an assertion less", RUST.replace("        assert_eq!(add(2, 2), 4);\n", ""), ["fewer_assertions"]],
  ["a skip", RUST.replace("#[test]", "#[test]\n    #[ignore]"), ["skipped"]],
  ["no tests", CODE, ["fewer_tests", "fewer_assertions"]],
  ["no source", null, ["deleted"]],
  ["no text", NOT_TEXT, ["fewer_tests", "fewer_assertions"]],
])("finds in a source with %s", (_what, after, expected) => {
  expect(kinds("src/lib.rs", RUST, after)).toEqual(expected);
});

it("finds nothing in a source without tests, in a new one, and in one that moved as it was", () => {
  expect(kinds("src/lib.rs", CODE, null)).toEqual([]);
  expect(kinds("src/lib.rs", null, RUST)).toEqual([]);
  const moved = [
    { path: "src/a.rs", before: RUST, after: null },
    { path: "src/b.rs", before: null, after: RUST },
  ];
  expect(testFindings(moved, GLOBS)).toEqual([]);
});

it("names the line in the source", () => {
  expect(find("src/lib.rs", RUST, RUST.replace("#[test]", "#[test]\n    #[ignore]"))[0]?.line).toBe(9);
});

it("lets a test change that the plan names, and no other", () => {
  const after = RUST.replace("add(1, 2), 3", "add(1, 2), 4");
  const expected = [{ path: "src/lib.rs", test: "adds", mayBe: "changed" as const }];
  expect(testFindings([{ path: "src/lib.rs", before: RUST, after }], { ...GLOBS, expected })).toEqual([]);
  const other = [{ path: "src/lib.rs", test: "subtracts", mayBe: "changed" as const }];
  expect(testFindings([{ path: "src/lib.rs", before: RUST, after }], { ...GLOBS, expected: other })).toHaveLength(1);
});
