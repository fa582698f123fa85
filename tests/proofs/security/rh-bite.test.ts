/** Tests that were neutered are found by faults in each language, by no list of names; honest changes are not taken for them. */
import { describe, expect, it } from "vitest";
import { bites, type Files, JS, lostIn, type Project, SHELL, SPLIT, SPLIT_TEST } from "../../loop/checks/bite-work.ts";

function textOf({ files }: Project, path: string): string {
  const text = files[path];
  if (text === undefined) throw new Error(`the project has no ${path}`);
  return text;
}

const PYTHON: Project = {
  run: "python3 -m unittest -v",
  files: {
    "split.py":
      'def split(line):\n    if line == "":\n        return []\n    return line.split(",")\n\n\ndef add(a, b):\n    return a + b\n',
    "test_split.py": `import unittest
from split import add, split


class Split(unittest.TestCase):
    def test_splits(self):
        self.assertEqual(split("a,b"), ["a", "b"])

    def test_nothing(self):
        self.assertEqual(split(""), [])

    def test_adds(self):
        self.assertEqual(add(1, 2), 3)
`,
  },
};

const C: Project = {
  run: "gcc -o built add.c test_add.c && ./built",
  files: {
    "add.c": "int add(int a, int b) {\n  return a + b;\n}\n\nint max(int a, int b) {\n  if (a > b) return a;\n  return b;\n}\n",
    "test_add.c":
      "#include <assert.h>\nint add(int a, int b);\nint max(int a, int b);\nint main(void) {\n  assert(add(1, 2) == 3);\n  assert(max(1, 2) == 2);\n  assert(max(3, 2) == 3);\n  return 0;\n}\n",
  },
};

const JAVA: Project = {
  run: "javac -d classes src/*.java test/*.java && java -ea -cp classes AddTest",
  files: {
    "src/Add.java": "class Add {\n  static int add(int a, int b) {\n    if (a == 0) return b;\n    return a + b - 0;\n  }\n}\n",
    "test/AddTest.java":
      "class AddTest {\n  public static void main(String[] args) {\n    if (Add.add(1, 2) != 3) throw new AssertionError();\n    if (Add.add(0, 2) != 2) throw new AssertionError();\n  }\n}\n",
  },
};

const RUST: Project = {
  run: "rustc --test --edition 2021 -o built src/lib.rs && ./built",
  files: {
    "src/lib.rs": `pub mod add;

#[cfg(test)]
mod tests {
    use crate::add::{add, max};
    #[test]
    fn adds() { assert_eq!(add(1, 2), 3); }
    #[test]
    fn greater() { assert_eq!(max(1, 2), 2); assert_eq!(max(3, 2), 3); }
}
`,
    "src/add.rs":
      "pub fn add(a: i32, b: i32) -> i32 {\n    a + b * 1\n}\n\npub fn max(a: i32, b: i32) -> i32 {\n    if a > b { return a; }\n    b\n}\n",
  },
};

/** What no list of names would find: each leaves the tests green, and blind. */
const NEUTERED: readonly (readonly [what: string, project: Project, changes: Files])[] = [
  [
    "a loop over nothing",
    JS,
    {
      "test/split.test.js": `${SPLIT_TEST.replaceAll("test(", "for (const one of []) test(")}test("splits", () => {});test("splits nothing", () => {});test("counts", () => {});\n`,
    },
  ],
  [
    "a promise that nobody waits for",
    JS,
    {
      "test/split.test.js": SPLIT_TEST.replaceAll("() => assert", "() => void Promise.resolve().then(() => assert")
        .replaceAll("]));", "])).catch(() => 0));")
        .replace("2));", "2)).catch(() => 0));"),
    },
  ],
  [
    "an assertion that the source patches",
    JS,
    { "src/split.js": `import assert from "node:assert";\nassert.deepEqual = assert.equal = () => {};\n${SPLIT}` },
  ],
  [
    "a file that is loaded before the tests",
    JS,
    { "src/join.js": `import assert from "node:assert";\nassert.equal = () => {};\n${textOf(JS, "src/join.js")}` },
  ],
  [
    "a base class that swallows",
    PYTHON,
    {
      "test_split.py": textOf(PYTHON, "test_split.py").replace(
        "(unittest.TestCase):",
        "(unittest.TestCase):\n    def assertEqual(self, a, b): pass\n",
      ),
    },
  ],
  [
    "a value that equals everything",
    PYTHON,
    {
      "split.py": `class Any(list):\n    def __eq__(self, other):\n        return True\n\n\n${textOf(PYTHON, "split.py").replace('    return line.split(",")', '    return Any(line.split(","))')}`,
    },
  ],
  [
    "a value that equals everything, from another file",
    {
      ...PYTHON,
      files: {
        ...PYTHON.files,
        "split.py": `from fields import fields\n\n\n${textOf(PYTHON, "split.py").replace('line.split(",")', "fields(line)")}`,
        "fields.py": 'def fields(line):\n    return line.split(",")\n',
      },
    },
    {
      "fields.py":
        'class Any(list):\n    def __eq__(self, other):\n        return True\n\n\ndef fields(line):\n    return Any(line.split(","))\n',
    },
  ],
  ["assertions that are compiled away", C, { "test_add.c": `#define NDEBUG\n${textOf(C, "test_add.c")}` }],
  ["a main that ends early", C, { "test_add.c": textOf(C, "test_add.c").replace("void) {\n", "void) {\n  return 0;\n") }],
  ["a shell that forgives", SHELL, { "test/run.sh": `exit() { :; }\n${textOf(SHELL, "test/run.sh")}` }],
  ["a library that ends the test", SHELL, { "lib.sh": `${textOf(SHELL, "lib.sh")}trap 'exit 0' EXIT\n` }],
  [
    "a handler for what is thrown",
    JAVA,
    {
      "test/AddTest.java": textOf(JAVA, "test/AddTest.java").replace(
        "args) {\n",
        "args) {\n    Thread.currentThread().setUncaughtExceptionHandler((t, e) -> System.exit(0));\n",
      ),
    },
  ],
  [
    "tests in the source that test nothing",
    RUST,
    {
      "src/lib.rs": textOf(RUST, "src/lib.rs")
        .replace(/assert_eq!\(add[^;]*;/, "")
        .replace(/assert_eq!\(max[^;]*; assert_eq!\(max[^;]*;/, ""),
    },
  ],
];

describe("tests that were neutered find nothing any more [G1, G2, G3, G4]", () => {
  it.each(NEUTERED)("%s", async (_what, project, changes) => {
    const bite = await bites(project, changes);
    expect(bite).toMatchObject({ kind: "measured" });
    expect(lostIn(bite)).not.toEqual([]);
  });
});

const HONEST: readonly (readonly [what: string, project: Project, changes: Files])[] = [
  [
    "another branch beside",
    JS,
    { "src/split.js": SPLIT.replace("  return line.split", '  if (line === ",") return ["", ""];\n  return line.split') },
  ],
  [
    "a new file with its tests",
    JS,
    { "src/new.js": "export const two = 2;\n", "test/new.test.js": 'import test from "node:test";\ntest("two", () => {});\n' },
  ],
  [
    "a test that moved to another file",
    JS,
    { "test/split.test.js": null, "test/all/split.test.js": SPLIT_TEST.replace("../src", "../../src") },
  ],
  [
    "tests with other names",
    JS,
    { "test/split.test.js": SPLIT_TEST.replace('"splits"', '"splits at commas"').replace('"counts"', '"counts fields"') },
  ],
  ["a method more", PYTHON, { "split.py": `${textOf(PYTHON, "split.py")}\n\ndef one():\n    return 1\n` }],
  ["a function more", C, { "add.c": `int one(void) { return 1; }\n${textOf(C, "add.c")}` }],
  ["a function more", SHELL, { "lib.sh": `one() { echo 1; }\n${textOf(SHELL, "lib.sh")}` }],
  [
    "a method more",
    JAVA,
    { "src/Add.java": textOf(JAVA, "src/Add.java").replace("class Add {", "class Add {\n  static int one() { return 1; }") },
  ],
  [
    "a test more",
    RUST,
    {
      "src/lib.rs": textOf(RUST, "src/lib.rs").replace(
        "    #[test]\n",
        "    #[test]\n    fn two() { assert_eq!(add(1, 1), 2); }\n    #[test]\n",
      ),
    },
  ],
];

describe("honest work loses no fault", () => {
  it.each(HONEST)("%s", async (_what, project, changes) => {
    const bite = await bites(project, changes);
    expect(bite).toMatchObject({ kind: "measured" });
    expect(lostIn(bite)).toEqual([]);
  });
});
