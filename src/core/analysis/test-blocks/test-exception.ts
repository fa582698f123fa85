/** An exception of a plan from the guards of the tests: which test of which file may change, or which file. */
import * as z from "zod";
import { matchesGlobs } from "#core/values/glob.ts";
import type { NamedTest } from "./named-test.ts";
import { namedTests } from "./named-tests.ts";

/** `test`: the name of a test of the file, as its runner prints it; empty: the exception is for the file as a whole. */
export const TestException = z.strictObject({
  path: z.string().min(1).max(200),
  test: z.string().max(300),
  mayBe: z.enum(["changed", "removed"]),
});
export type TestException = z.infer<typeof TestException>;

/** As many as a plan can have: one that changes more tests names their files. */
export const TestExceptions = z.array(TestException).max(50);

/** In older plans it is a glob of files in which everything may change; that one of them goes was never told. */
export const ExpectedTestChange = z.union([z.string(), TestException]);
export type ExpectedTestChange = z.infer<typeof ExpectedTestChange>;

/** The file of an exception; a glob in older plans. Pure. */
export function placeOf(one: ExpectedTestChange): string {
  return typeof one === "string" ? one : one.path.replace(/^\.\//, "");
}

/** Titles are told apart by ` > `, in older names by a point; pytest's parameters belong to no name. */
function plainName(name: string): string {
  return name.replaceAll("::", " > ").replace(/\[[^[\]]*\]$/, "");
}

/** True where a longer name ends with a shorter one, at a boundary of titles. A title itself may hold points. */
function endsWithName(long: string, short: string): boolean {
  return long === short || long.endsWith(` > ${short}`) || (short.includes(" > ") && long.endsWith(`.${short}`));
}

/**
 * True where both names can be of the same test: with or without the file and the suites around it, and without
 * parameters. The subtests of a test of Go are meant with it. Pure.
 */
export function isSameName(asked: string, name: string): boolean {
  const [one, whole] = [plainName(asked), plainName(name)];
  const other = one.includes("/") ? whole : whole.replace(/(^| > )((?:Test|Fuzz|Example)\w*)\/[^>]*$/, "$1$2");
  return endsWithName(one, other) || endsWithName(other, one);
}

/** What a plan excuses in one file: any change of it, its deletion, and what may become of which of its tests. */
export interface FileExcuse {
  readonly mayChange: boolean;
  readonly mayGo: boolean;
  readonly tests: readonly TestException[];
}

const WHOLE = { test: "", mayBe: "changed" } as const;

/** What the exceptions of a plan say about a file. Pure. */
export function excuseFor(exceptions: readonly ExpectedTestChange[], path: string): FileExcuse {
  const here = exceptions.filter((one) =>
    typeof one === "string" ? one === path || matchesGlobs([one], path) : placeOf(one) === path,
  );
  const objects = here.flatMap((one) => (typeof one === "string" ? [{ ...WHOLE, path }] : [one]));
  const whole = objects.filter(({ test }) => test === "").map(({ mayBe }) => mayBe);
  return {
    mayChange: whole.includes("changed"),
    mayGo: whole.includes("removed"),
    tests: objects.filter(({ test }) => test !== ""),
  };
}

/** The tests that an exception names, and those that stand in one. Linear for a few exceptions. */
function exceptedOf(
  tests: readonly NamedTest[],
  exceptions: readonly Pick<TestException, "test">[],
): readonly NamedTest[] {
  let end = 0;
  return tests.filter(({ name, from, to }) => {
    const is = from < end || exceptions.some(({ test }) => isSameName(test, name));
    if (is) end = Math.max(end, to);
    return is;
  });
}

/** The tests of a text that an exception names, and those that stand in one. Linear for a few exceptions. Pure. */
export function exceptedTests(
  path: string,
  text: string,
  exceptions: readonly Pick<TestException, "test">[],
): readonly NamedTest[] {
  return exceptions.length === 0 ? [] : exceptedOf(namedTests(path, text), exceptions);
}

/**
 * The text without what the tests that are excepted hold: each stays as an empty test of its name, or is taken out
 * where it may be removed and `cut` says so. Lines keep their numbers. Pure.
 */
export function withoutExcepted(
  path: string,
  text: string,
  { tests, cut }: { readonly tests: readonly TestException[]; readonly cut: boolean },
): string {
  const excepted = exceptedTests(path, text, tests);
  const gone = cut ? tests.filter(({ mayBe }) => mayBe === "removed") : [];
  const taken = new Set(exceptedOf(excepted, gone));
  let rest = "";
  let at = 0;
  for (const block of excepted) {
    const { from, to, emptied } = block;
    if (from < at) continue;
    const lines = text.slice(from, to).split("\n").length;
    const kept = taken.has(block) ? "" : emptied;
    rest += text.slice(at, from) + kept + "\n".repeat(Math.max(0, lines - kept.split("\n").length));
    at = to;
  }
  return rest + text.slice(at);
}
