/** Runs the repository's test command, and reads its output as a list of tests where it names them. */
import { compareTests, type TestComparison, type TestRun, withPassing } from "#core/analysis/test-results/test-run.ts";
import type { CheckOf } from "#core/rules/check.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import { testsNamed } from "#loop/context/tests-named.ts";
import { runCommand } from "./run-command.ts";
import type { CheckSubject } from "./subject.ts";

/** Runs the test command once. */
export async function runTests(subject: CheckSubject, command: string): Promise<TestRun> {
  const { ok, details, result } = await runCommand(subject, { run: command });
  return { green: ok, details, names: testsNamed(result) };
}

/** Gives the base's texts of the test files that the plan expects to change. */
export async function expectedTexts({ plan, workspace }: CheckSubject): Promise<readonly string[]> {
  const { expectedTestChanges, base } = plan;
  const paths = (await workspace.paths(base.tree)).filter((path) => matchesGlobs(expectedTestChanges, path));
  const texts = await Promise.all(paths.map((path) => workspace.textAt(base.tree, path)));
  return texts.filter((text) => text !== null);
}

/** Compares the tests on the subject's tree with what they showed on the base. Throws as the workspace does. */
export async function checkTests(
  subject: CheckSubject,
  { run, passing = [] }: Pick<CheckOf<"tests">, "run" | "passing">,
): Promise<TestComparison> {
  const base = subject.baseTests ?? { green: true, names: null, details: "" };
  const head = await runTests(subject, run);
  return withPassing(compareTests(base, head, await expectedTexts(subject)), head, passing);
}
