import { expect, it } from "vitest";
import { TEST_GLOBS } from "#core/config/config.ts";
import { matchesGlobs } from "#core/values/glob.ts";

it.each([
  [TEST_GLOBS, "tests/a.ts", true],
  [TEST_GLOBS, "test/deep/er/a.js", true],
  [TEST_GLOBS, "src/__tests__/a.js", true],
  [TEST_GLOBS, "src/a.test.ts", true],
  [TEST_GLOBS, "pkg/a_test.go", true],
  [TEST_GLOBS, "test_a.py", true],
  [TEST_GLOBS, "tests/.hidden/.env", true],
  ...["lib/test.js", "tests.py", "app/Tests/Unit/A.php", "src/UserTest.java", "A.Tests/UserTests.cs", "src/ParserSpec.scala"].map(
    (path) => [TEST_GLOBS, path, true] as [string[], string, boolean],
  ),
  ...["conftest.py", "pkg/conftest.py", "t/basic.t", "e2e/login.js", "src/testing/a.go", "lib/a_spec.rb"].map(
    (path) => [TEST_GLOBS, path, true] as [string[], string, boolean],
  ),
  [TEST_GLOBS, "src/latest.ts", false],
  [TEST_GLOBS, "src/inspec.ts", false],
  [TEST_GLOBS, "src/a.ts", false],
  [TEST_GLOBS, "src/contest.ts", false],
  [[".github/**"], ".github/workflows/ci.yml", true],
  [["*.md"], "docs/a.md", false],
  [["a/**", "b/**"], "b/c", true],
  [[], "a", false],
  [["!a"], "b", false],
])("globs %j on %s: %s", (globs, path, result) => {
  expect(matchesGlobs(globs, path)).toBe(result);
});
