/**
 * Runs the base's own tests over the work: all that steers them is as the base has it, but for what the plan lets
 * change.
 */
import type { ChangedPath } from "#core/analysis/changes/changed-path.ts";
import { filesNamedIn } from "#core/analysis/source/named-paths.ts";
import { excuseFor } from "#core/analysis/test-blocks/test-exception.ts";
import { type TestComparison, withPassing } from "#core/analysis/test-results/test-run.ts";
import { pathsInScope } from "#core/iteration/scope.ts";
import type { CheckOf } from "#core/rules/check.ts";
import { globMatcher } from "#core/values/glob.ts";
import { sourcesWithBaseTests, type Texts, textsToTry } from "./base-texts.ts";
import { checkTests, runTests } from "./run-tests.ts";
import type { CheckSubject } from "./subject.ts";

/** Files that are read at most to follow what a command starts. */
const MOST_FOLLOWED = 100;

/**
 * Compares the base's tests on the work with what they showed on the base. Everything outside of the plan's scope is
 * put back, and new test files are gone. Where that fails, because honest work may need what it changed out there, only
 * what steers the tests is (`steeringIn`). Tests that are asked for by name must pass in the work as it is, too: what
 * was put back may be what breaks them. Throws as the workspace does.
 */
export async function checkBaseTests(
  subject: CheckSubject,
  check: Pick<CheckOf<"tests">, "run" | "passing">,
): Promise<TestComparison> {
  const { plan, workspace, tree } = subject;
  const changed = await workspace.changes(plan.base.tree, tree);
  const tests = await ofTests(subject, changed);
  const inScope = new Set(pathsInScope(plan, changed.map(pathOf)));
  const outside = changed.map(pathOf).filter((path) => !inScope.has(path));
  const tries = await textsToTry(subject, changed.map(pathOf));
  const sources = await sourcesWithBaseTests(subject, changed.map(pathOf));
  const judged = async (paths: readonly string[]): Promise<TestComparison> => {
    const restored = await workspace.restore(tree, plan.base.tree, [...tests, ...paths]);
    const own = [...sources].filter(([path]) => !paths.includes(path));
    return firstPassing(tries, (texts) =>
      checkTests({ ...subject, tree: restored, texts: new Map([...own, ...texts]) }, check, true),
    );
  };
  const strict = await judged(outside);
  if (outside.length === 0) return strict;
  if (strict.verdict === "pass") return inTheWork(subject, check, strict);
  const added = changed.filter(({ kind }) => kind === "added").map(pathOf);
  const isSteering = await steeringIn(
    subject,
    check.run,
    outside.filter((path) => added.includes(path)),
  );
  const steering = outside.filter(isSteering);
  return steering.length === outside.length ? strict : inTheWork(subject, check, await judged(steering));
}

/** The same verdict where the tests that are asked for by name pass in the work, with nothing of it put back. */
async function inTheWork(
  subject: CheckSubject,
  { run, passing = [] }: Pick<CheckOf<"tests">, "run" | "passing">,
  found: TestComparison,
): Promise<TestComparison> {
  if (found.verdict === "fail" || passing.length === 0) return found;
  const { verdict, details } = withPassing(found, await runTests(subject, run), passing);
  return { verdict, details: verdict === "pass" ? details : `in the work as it is ${details}` };
}

const pathOf = ({ path }: ChangedPath): string => path;

/** The first pass, or what the first try showed. */
async function firstPassing(
  tries: readonly Texts[],
  judge: (texts: Texts) => Promise<TestComparison>,
): Promise<TestComparison> {
  let first: TestComparison | null = null;
  for (const texts of tries) {
    const found = await judge(texts);
    if (found.verdict === "pass") return found;
    first ??= found;
  }
  if (first === null) throw new Error("bug: there was nothing to try");
  return first;
}

/**
 * Changed test files, but for those that the plan lets change or go as a whole; a new one stays where one that may
 * change names it.
 */
async function ofTests(
  { plan, workspace, tree }: CheckSubject,
  changed: readonly ChangedPath[],
): Promise<readonly string[]> {
  const isTest = globMatcher(plan.tests);
  const excused = changed.filter(({ path, kind }) => {
    const { mayChange, mayGo, tests } = excuseFor(plan.expectedTestChanges, path);
    return kind === "deleted" ? mayGo : mayChange || tests.length > 0;
  });
  const staying = new Set(
    excused.filter(({ path, kind }) => kind === "deleted" || excuseFor(plan.expectedTestChanges, path).mayChange),
  );
  const texts = await Promise.all(excused.map(async ({ path }) => (await workspace.textAt(tree, path)) ?? ""));
  const isNeeded = (path: string): boolean => texts.some((text) => text.includes(nameOf(path)));
  return changed
    .filter((one) => isTest(one.path) && !staying.has(one) && !(one.kind === "added" && isNeeded(one.path)))
    .map(pathOf);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
}

/**
 * Tells what steers the tests: files in the root, those that the command names, and what they name in turn; new files
 * that the base's tests name, because they stand in the place of something else; and all in node_modules.
 */
async function steeringIn(
  { plan, workspace, tree }: CheckSubject,
  run: string,
  added: readonly string[],
): Promise<(path: string) => boolean> {
  const paths = await workspace.paths(plan.base.tree);
  const isOld = membership(paths);
  const isNew = membership(added);
  const found = new Set(paths.filter(isInRoot));
  const follow = (text: string, from: string, isThere: (path: string) => boolean): void => {
    for (const next of filesNamedIn(text, from, isThere)) found.add(next);
  };
  follow(run, "", (path) => isOld(path) || isNew(path));
  let read = 0;
  // The set grows while it is read.
  for (const path of found) {
    if (read >= MOST_FOLLOWED) break;
    read += 1;
    follow((await workspace.textAt(isNew(path) ? tree : plan.base.tree, path)) ?? "", path, isOld);
  }
  const tests = added.length === 0 ? [] : paths.filter(globMatcher(plan.tests)).slice(0, MOST_FOLLOWED);
  for (const path of tests) follow((await workspace.textAt(plan.base.tree, path)) ?? "", path, isNew);
  return (path) => isInRoot(path) || found.has(path) || /(?:^|\/)node_modules\//.test(path);
}

function membership(paths: readonly string[]): (path: string) => boolean {
  const known = new Set(paths);
  return (path) => known.has(path);
}

function isInRoot(path: string): boolean {
  return !path.includes("/");
}
