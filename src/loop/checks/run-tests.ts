/** Runs the repository's test command, and reads its output as a list of tests where it names them. */
import { testNames } from "#core/analysis/test-results/test-names.ts";
import type { TestRun } from "#core/analysis/test-results/test-run.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import { runCommand } from "./run-command.ts";
import type { CheckSubject } from "./subject.ts";

/**
 * Runs the test command once. Output that was cut in the middle names no tests, so that a name that was cut out is not
 * taken for a test that is gone.
 */
export async function runTests(subject: CheckSubject, command: string): Promise<TestRun> {
  const { ok, details, result } = await runCommand(subject, { run: command });
  const names = result.omitted > 0 ? null : testNames(`${result.stdout}\n${result.stderr}`);
  return {
    green: ok,
    details,
    names: names === null ? null : { passed: [...names.passed], failed: [...names.failed] },
  };
}

/** Gives the tree with the base's test files put back, but for those that the plan expects to change. */
export async function withBaseTests({ plan, workspace, tree }: CheckSubject): Promise<string> {
  const { tests, expectedTestChanges, base } = plan;
  const paths = await workspace.paths(base.tree);
  const own = paths.filter((path) => matchesGlobs(tests, path) && !matchesGlobs(expectedTestChanges, path));
  return workspace.restore(tree, base.tree, own);
}

/** Gives the base's texts of the test files that the plan expects to change. */
export async function expectedTexts({ plan, workspace }: CheckSubject): Promise<readonly string[]> {
  const { expectedTestChanges, base } = plan;
  const paths = (await workspace.paths(base.tree)).filter((path) => matchesGlobs(expectedTestChanges, path));
  const texts = await Promise.all(paths.map((path) => workspace.textAt(base.tree, path)));
  return texts.filter((text) => text !== null);
}
