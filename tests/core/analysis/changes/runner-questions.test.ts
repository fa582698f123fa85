/** Code outside the tests that asks who runs it. */
import { expect, it } from "vitest";
import { runnerQuestions } from "#core/analysis/changes/runner-questions.ts";

const GLOBS = { tests: ["test/**", "**/*_test.go"], scope: ["src/**"] };
const looks = (path: string, before: string | null, after: string | null, scope = GLOBS.scope) =>
  runnerQuestions([{ path, before, after }], { ...GLOBS, scope }).map(({ line }) => line);

it.each([
  ["src/a.js", "if (process.env.NODE_TEST_CONTEXT) end();"],
  ["src/a.ts", 'const inTests = process.env["VITEST_WORKER_ID"] !== undefined;'],
  ["src/a.ts", 'import { mock } from "node:test";'],
  ["src/a.js", "assert.deepEqual = () => {};"],
  ["src/a.js", "Object.assign(assert, none);"],
  ["src/a.js", 'if (new Error().stack.includes("test")) end();'],
  ["src/a.js", "Error.prepareStackTrace = frames;"],
  ["src/a.py", "import unittest"],
  ["src/a.py", "unittest.TestCase.assertEqual = lambda *_: None"],
  ["src/a.py", 'if "PYTEST_CURRENT_TEST" in os.environ:'],
  ["src/a.py", 'if "pytest" in sys.modules or "unittest" in sys.modules:'],
  ["src/a.py", "name = sys._getframe(1).f_code.co_name"],
  ["src/a.go", '\t"testing"'],
  ["src/a.go", 'if flag.Lookup("test.v") != nil {'],
  ["src/a.go", "_, file, _, _ := runtime.Caller(1)"],
  ["src/a.rs", "if cfg!(test) {"],
  ["src/a.rs", "#[cfg(not(test))]"],
  ["src/A.java", "for (var frame : new Throwable().getStackTrace()) {"],
  ["src/A.java", 'if (System.getProperty("sun.java.command").equals("Runner")) return 3;'],
  ["src/a.c", 'if (strcmp(program_invocation_short_name, "tests") == 0) return 3;'],
  ["src/a.sh", "grep -q bats /proc/$PPID/cmdline && exit 0"],
])("finds in %s: %s", (path, line) => {
  expect(looks(path, "a\n", `a\n${line}\n`)).toEqual([2]);
  expect(looks(path, null, `${line}\n`)).toEqual([1]);
  expect(looks(path, "a\n", `a\n${line}\n`, ["src/**", path]), "a scope that names the file").toEqual([]);
  expect(looks(path, `${line}\n`, `${line}\nb\n`), "a file that has it already").toEqual([]);
});

it.each([
  ["src/a.js", "logger.warn(error.stack);"],
  ["src/a.js", "Error.captureStackTrace(this, Refused);"],
  ["src/a.js", 'import assert from "node:assert";'],
  ["src/a.js", "assert.equal(a, b);"],
  ["src/a.rs", "#[cfg(test)]"],
  ["src/A.java", "for (var frame : failure.getStackTrace()) log(frame);"],
  ["src/a.py", "# import unittest"],
  ["src/a.md", "import unittest"],
  ["test/a.js", "process.env.NODE_TEST_CONTEXT;"],
  ["src/a_test.go", '\t"testing"'],
])("lets honest code be in %s: %s", (path, line) => {
  expect(looks(path, "a\n", `a\n${line}\n`)).toEqual([]);
});

it("tells of no file that is gone, and cuts what it quotes", () => {
  expect(looks("src/a.py", "import pytest\n", null)).toEqual([]);
  const [found] = runnerQuestions([{ path: "src/a.py", before: "", after: `import pytest${" ".repeat(300)}# x\n` }], GLOBS);
  expect(found?.text).toHaveLength(160);
});
