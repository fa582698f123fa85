/** Takes out of the outline of a test file what its excepted tests hold, so that only the others are compared. */
import type { Outline, OutlinedTest } from "#core/analysis/source/test-outline.ts";
import { isSameName, type TestException } from "./test-exception.ts";

/**
 * An outline of the base without what the tests assert that may change, and without the tests that may be removed. A
 * test that stands in an excepted one belongs to it. Pure.
 */
export function withoutTests(outline: Outline, exceptions: readonly TestException[]): Outline {
  const names = new Set(outline.tests.map(nameOf));
  const asked = (test: OutlinedTest): readonly TestException[] =>
    exceptions.filter((one) => isSameName(one.test, nameOf(test)));
  const isInner = (test: OutlinedTest): boolean => {
    const around = test.suites.map((_, index) => test.suites.slice(0, index + 1).join(" > "));
    return around.some((name) => names.has(name) && exceptions.some((one) => isSameName(one.test, name)));
  };
  const kept = outline.tests.flatMap((test): readonly OutlinedTest[] => {
    const here = test.name === "" ? [] : asked(test);
    if (isInner(test) || here.some(({ mayBe }) => mayBe === "removed")) return [];
    return [here.length === 0 ? test : { ...test, assertions: [] }];
  });
  return { ...outline, tests: kept };
}

function nameOf({ suites, name }: OutlinedTest): string {
  return [...suites, name].join(" > ");
}
