/**
 * The texts in which the base's tests are run over the work: test files without the tests that the plan excepts by
 * name, and sources of the work with the base's tests in them.
 */
import { withBaseRegions } from "#core/analysis/test-blocks/base-regions.ts";
import { withImportsOf } from "#core/analysis/test-blocks/imports.ts";
import { mayHoldTests } from "#core/analysis/test-blocks/source-tests.ts";
import { excuseFor, withoutExcepted } from "#core/analysis/test-blocks/test-exception.ts";
import { type ExcusedFile, holdsNothingElse } from "#core/analysis/test-results/excused-tests.ts";
import { globMatcher } from "#core/values/glob.ts";
import { excusedFiles } from "./run-tests.ts";
import type { CheckSubject } from "./subject.ts";

/** Texts by path that are written over the tree. */
export type Texts = ReadonlyMap<string, string>;

/**
 * The texts to try, one after the other, until one passes: the base's, with nothing in the excepted tests; the same
 * with the imports of the work, which may have given what they name another name; and where a file holds nothing beside
 * its excepted tests, the work's. Throws as the workspace does.
 */
export async function textsToTry(subject: CheckSubject, changed: readonly string[]): Promise<readonly Texts[]> {
  const { workspace, tree, plan } = subject;
  const here = new Set(changed.filter(globMatcher(plan.tests)));
  const files = (await excusedFiles(subject)).filter(
    ({ path, excuse }) => here.has(path) && !excuse.mayChange && excuse.tests.length > 0,
  );
  const emptied = files.map((file): Entry => [file.path, emptiedText(file)]);
  if (files.length === 0) return [new Map()];
  const heads = await Promise.all(files.map(({ path }) => workspace.textAt(tree, path)));
  const renamed = emptied.map(
    ([path, text], index): Entry => [path, withImportsOf(path, text, heads[index] ?? text) ?? text],
  );
  const whole = renamed.map(([path, text], index): Entry => {
    const file = files[index];
    return [path, file !== undefined && holdsNothingElse(file) ? (heads[index] ?? text) : text];
  });
  const tries = [emptied, renamed, whole].map((entries) => new Map(entries));
  return tries.filter((one, index) => index === 0 || !isSame(one, tries[index - 1]));
}

/**
 * The sources among the changed paths whose tests are other ones than the base's: the work's text with the base's
 * tests, and without what the plan excepts in them. Throws as the workspace does.
 */
export async function sourcesWithBaseTests(
  { workspace, tree, plan }: CheckSubject,
  changed: readonly string[],
): Promise<Texts> {
  const isTest = globMatcher(plan.tests);
  const sources = changed.filter((path) => mayHoldTests(path) && !isTest(path));
  const texts = await Promise.all(
    sources.map(async (path): Promise<readonly Entry[]> => {
      const { mayChange, tests } = excuseFor(plan.expectedTestChanges, path);
      const work = mayChange ? null : await workspace.textAt(tree, path);
      if (work === null) return [];
      const base = (await workspace.textAt(plan.base.tree, path)) ?? "";
      const text = withBaseRegions(path, work, withoutExcepted(path, base, { tests, cut: false }));
      return text === null ? [] : [[path, text]];
    }),
  );
  return new Map(texts.flat());
}

type Entry = readonly [path: string, text: string];

function emptiedText({ path, text, excuse: { tests } }: ExcusedFile): string {
  return withoutExcepted(path, text, { tests, cut: false });
}

function isSame(one: Texts, other: Texts | undefined): boolean {
  return [...one].every(([path, text]) => other?.get(path) === text);
}
