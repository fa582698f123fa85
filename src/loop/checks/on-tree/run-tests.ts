/** Runs the repository's test command, and reads its output as a list of tests where it names them. */
import { type RenamedTest, renamedTests } from "#core/analysis/test-blocks/renamed-tests.ts";
import { excuseFor, placeOf } from "#core/analysis/test-blocks/test-exception.ts";
import { type ExcusedFile, excusedTests, withRenamed } from "#core/analysis/test-results/excused-tests.ts";
import { compareTests, type TestComparison, type TestRun, withPassing } from "#core/analysis/test-results/test-run.ts";
import type { CheckOf } from "#core/rules/check.ts";
import { globMatcher } from "#core/values/glob.ts";
import { testsNamed } from "#loop/context/tests-named.ts";
import { changedTextsOf } from "./changed-texts.ts";
import { runCommand } from "./run-command.ts";
import type { CheckSubject } from "./subject.ts";

/** Runs the test command once. */
export async function runTests(subject: CheckSubject, command: string): Promise<TestRun> {
  const { ok, details, result } = await runCommand(subject, { run: command });
  return { green: ok, details, names: testsNamed(result) };
}

/** Gives the files of the base that the plan excuses something in, as the subject's tree leaves them. */
export async function excusedFiles({ plan, workspace, tree }: CheckSubject): Promise<readonly ExcusedFile[]> {
  const { expectedTestChanges: exceptions, base } = plan;
  if (exceptions.length === 0) return [];
  const isNamed = globMatcher(exceptions.filter((one) => typeof one === "string"));
  const exact = new Set(exceptions.map(placeOf));
  const paths = (await workspace.paths(base.tree)).filter((path) => exact.has(path) || isNamed(path));
  const left = new Set(await workspace.paths(tree));
  const files = await Promise.all(
    paths.map(async (path) => ({
      path,
      text: await workspace.textAt(base.tree, path),
      excuse: excuseFor(exceptions, path),
      isGone: !left.has(path),
    })),
  );
  return files.flatMap((file) => (file.text === null ? [] : [{ ...file, text: file.text }]));
}

/** The tests that have another name in the subject's tree, and hold what they held; of Rust also within sources. */
async function renamedIn(subject: CheckSubject): Promise<readonly RenamedTest[]> {
  const isTest = globMatcher(subject.plan.tests);
  return renamedTests(await changedTextsOf(subject, (path) => isTest(path) || /\.rs$/i.test(path)));
}

/**
 * Compares the tests on the subject's tree with what they showed on the base. `emptied`: the excepted tests of the
 * base's files hold nothing. Throws as the workspace does.
 */
export async function checkTests(
  subject: CheckSubject,
  { run, passing = [] }: Pick<CheckOf<"tests">, "run" | "passing">,
  emptied = false,
): Promise<TestComparison> {
  const base = subject.baseTests ?? { green: true, names: null, details: "" };
  const head = await runTests(subject, run);
  const excused = withRenamed(excusedTests(await excusedFiles(subject), emptied), await renamedIn(subject));
  return withPassing(compareTests(base, head, excused), head, passing);
}
