/** Decides by the names that runners print which tests a plan excuses. */
import { namedTests } from "#core/analysis/test-blocks/named-tests.ts";
import type { RenamedTest } from "#core/analysis/test-blocks/renamed-tests.ts";
import {
  exceptedTests,
  type FileExcuse,
  isSameName,
  type TestException,
  withoutExcepted,
} from "#core/analysis/test-blocks/test-exception.ts";
import { occurrences } from "#core/analysis/test-guard/test-counts.ts";
import { testFileLinesOf } from "#core/analysis/test-guard/test-lines.ts";
import { ASSERTIONS } from "#core/analysis/test-guard/test-marks.ts";
import { isNamedIn, ownName } from "./own-name.ts";
import type { ExcusedTests, TestRun } from "./test-run.ts";

/** A file of the base that a plan excuses something in. `isGone`: the head does not have it. */
export interface ExcusedFile {
  readonly path: string;
  readonly text: string;
  readonly excuse: FileExcuse;
  readonly isGone: boolean;
}

/**
 * What may happen to the tests of these files. Where a file as a whole may change, or may be deleted and is, its tests
 * may be gone. Of a test by name: one that may be removed may be gone; one that may change may have other parameters
 * and other tests within it. `emptied`: the base's files are run, with nothing in what they except; an excepted test
 * that could not be found in them may fail, too. Pure.
 */
export function excusedTests(files: readonly ExcusedFile[], emptied: boolean): ExcusedTests {
  const whole = files
    .filter(({ excuse, isGone }) => (isGone ? excuse.mayGo : excuse.mayChange))
    .map(({ text }) => text);
  const named = files.flatMap((file) => file.excuse.tests.map((exception) => excusedTest(file, exception)));
  return {
    mayBeGone: (name, head) =>
      isNamedIn(whole, name) || named.some((one) => isMeant(one, name) && (emptied || mayBeGone(one, name, head))),
    mayFail: (name) => emptied && named.some((one) => !one.isFound && isMeant(one, name)),
  };
}

/** The same, where a test that has another name now may be gone under the old one, if it passes. Pure. */
export function withRenamed(excused: ExcusedTests, renamed: readonly RenamedTest[]): ExcusedTests {
  const passesAs = (name: string, { names }: TestRun): boolean =>
    renamed.some(
      ({ was, is }) => isSameName(was, name) && names?.passed.some((other) => isSameName(is, other)) === true,
    );
  return { ...excused, mayBeGone: (name, head) => excused.mayBeGone(name, head) || passesAs(name, head) };
}

/** True where a plan lets the test find less than it found. Pure. */
export function mayFindLess(files: readonly ExcusedFile[], name: string): boolean {
  const { mayBeGone } = excusedTests(files, true);
  return mayBeGone(name, { green: true, names: null, details: "" });
}

/** True where the text has no test and no assertion beside those of its excepted tests. Pure. */
export function holdsNothingElse({ path, text, excuse: { tests } }: ExcusedFile): boolean {
  if (namedTests(path, text).length > exceptedTests(path, text, tests).length) return false;
  const rest = withoutExcepted(path, text, { tests, cut: false });
  return !testFileLinesOf(path, rest).own.some((line) => occurrences(line.text, ASSERTIONS) > 0);
}

/** `inner`: the names of the tests that stand in it. */
interface ExcusedTest {
  readonly exception: TestException;
  readonly inner: readonly string[];
  readonly isFound: boolean;
}

function excusedTest({ path, text }: ExcusedFile, exception: TestException): ExcusedTest {
  const found = exceptedTests(path, text, [exception]).map(({ name }) => name);
  const inner = found.filter((name) => !isSameName(exception.test, name));
  return { exception, inner, isFound: found.length > 0 };
}

function isMeant({ exception: { path, test }, inner }: ExcusedTest, name: string): boolean {
  return isOfFile(name, path) && (isSameName(test, name) || inner.some((one) => isSameName(one, name)));
}

function mayBeGone({ exception, inner }: ExcusedTest, name: string, { names }: TestRun): boolean {
  if (exception.mayBe === "removed" || inner.some((one) => isSameName(one, name))) return true;
  return (names?.passed ?? []).some((other) => other !== name && isVariant(other, name));
}

/** The same test with other parameters. */
function isVariant(other: string, name: string): boolean {
  return name.endsWith("]") && ownName(other) === ownName(name) && other.split("[")[0] === name.split("[")[0];
}

/** False where a name begins with another file: many runners print it. */
function isOfFile(name: string, path: string): boolean {
  const [first = ""] = name.split(" > ");
  if (!name.includes(" > ") || !/\.\w{1,4}$/.test(first) || first.includes(" ")) return true;
  return first === path || path.endsWith(`/${first}`) || first.endsWith(`/${path}`);
}
