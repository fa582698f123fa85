/** The base's test files in which the plan excepts tests by name, as they are run over the work: without those. */
import { withImportsOf } from "#core/analysis/test-blocks/imports.ts";
import { withoutExcepted } from "#core/analysis/test-blocks/test-exception.ts";
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

type Entry = readonly [path: string, text: string];

function emptiedText({ path, text, excuse: { tests } }: ExcusedFile): string {
  return withoutExcepted(path, text, { tests, cut: false });
}

function isSame(one: Texts, other: Texts | undefined): boolean {
  return [...one].every(([path, text]) => other?.get(path) === text);
}
