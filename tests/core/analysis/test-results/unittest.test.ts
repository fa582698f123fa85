import { expect, it } from "vitest";
import { testNames } from "#core/analysis/test-results/test-names.ts";

/** What Python 3.11 printed for such tests. */
const NEW = `test_bad (test.test_a.T.test_bad) ... FAIL
test_exp (test.test_a.T.test_exp) ... expected failure
test_ok (test.test_a.T.test_ok)
Docs of a test. ... ok
test_skipped (test.test_a.T.test_skipped) ... skipped 'x'
test_sub (test.test_a.T.test_sub) ... 
  test_sub (test.test_a.T.test_sub) (i=1) ... FAIL

======================================================================
FAIL: test_bad (test.test_a.T.test_bad)
----------------------------------------------------------------------
AssertionError: 1 != 2

======================================================================
FAIL: test_sub (test.test_a.T.test_sub) (i=1)
`;

/** And Python 3.8. */
const OLD = `test_late (test.test_b.T)
Docs. ... ERROR
test_ok (test.test_b.T) ... ok
UNEXPECTED SUCCESS: test_wrong (test.test_b.T)
test_cut (test.test_b.T)`;

it("reads unittest's verbose output", () => {
  expect(testNames(NEW, "/workspace")).toEqual({
    passed: ["test.test_a.T > test_ok"],
    failed: ["test.test_a.T > test_bad", "test.test_a.T > test_sub"],
  });
  expect(testNames(OLD, "/workspace")).toEqual({
    passed: ["test.test_b.T > test_ok"],
    failed: ["test.test_b.T > test_late", "test.test_b.T > test_wrong"],
  });
});
