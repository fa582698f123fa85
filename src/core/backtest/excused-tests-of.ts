/** The exceptions that a plan needs so that tests may find less than before, by the names that their runner prints. */
import { namedTests } from "#core/analysis/test-blocks/named-tests.ts";
import { isSameName, type TestException, TestExceptions } from "#core/analysis/test-blocks/test-exception.ts";

/** A file of tests with its text. */
export interface TestText {
  readonly path: string;
  readonly text: string;
}

/**
 * An exception for each test of the files that one of these names can be of; empty where a name is of none of them, or
 * where there are more than a plan may have. Pure.
 */
export function exceptionsFor(names: readonly string[], files: readonly TestText[]): readonly TestException[] {
  const tests = files.flatMap(({ path, text }) => namedTests(path, text).map(({ name }) => ({ path, name })));
  const meant = names.map((name) => tests.filter((test) => isSameName(test.name, name)));
  if (meant.some((one) => one.length === 0)) return [];
  const exceptions = meant.flat().map(({ path, name }) => ({ path, test: name, mayBe: "changed" as const }));
  const { data = [] } = TestExceptions.safeParse([
    ...new Map(exceptions.map((one) => [`${one.path}\n${one.test}`, one])).values(),
  ]);
  return data;
}
