/**
 * The result of a run of the test command, and the comparison with the base that decides whether a head broke anything.
 */
import * as z from "zod";
import { Details, detailsOf } from "#core/values/details.ts";
import { movedNames } from "./own-name.ts";

/** `names` is null where the runner's output does not name its tests. */
export const TestRun = z.strictObject({
  green: z.boolean(),
  names: z.strictObject({ passed: z.array(z.string()), failed: z.array(z.string()) }).nullable(),
  details: Details,
});
export type TestRun = z.infer<typeof TestRun>;

/** True for a red base whose tests have no readable names: nothing that a head does could be proven harmless. */
export function isUndecidable(base: TestRun | null): boolean {
  return base !== null && !base.green && base.names === null;
}

/** Which tests may be gone or fail, by their names as the runner prints them. */
export interface ExcusedTests {
  readonly mayBeGone: (name: string, head: TestRun) => boolean;
  readonly mayFail: (name: string) => boolean;
}

const NONE: ExcusedTests = { mayBeGone: () => false, mayFail: () => false };

/** The verdict on a head, in one short sentence. */
export interface TestComparison {
  readonly verdict: "pass" | "fail";
  readonly details: string;
}

/**
 * Gives the verdict on a head. By name, no test that passed on the base may be lost, however green the head is: code
 * that ends its process with 0 makes any command green. A red head passes only where the base was red too and no test
 * fails that did not fail before. A head that names cannot clear fails; only a base that is green and names no test is
 * compared by its exit code alone. `excused`: what the plan lets happen to a test, by its name.
 */
export function compareTests(base: TestRun, head: TestRun, excused: ExcusedTests = NONE): TestComparison {
  if (base.names !== null && head.names === null && head.green)
    return { verdict: "fail", details: "the command succeeded but names no test, and on the base it named them" };
  const lost = lostFrom(base, head, excused);
  if (head.green || (base.green && onlyFails(head, excused)))
    return lost.length === 0
      ? { verdict: "pass", details: "all tests pass" }
      : { verdict: "fail", details: `no longer passed: ${few(lost)}` };
  return redVerdict({ base, head }, lost, excused);
}

/** The verdict on a red head that has lost these tests. */
function redVerdict(
  { base, head }: { readonly base: TestRun; readonly head: TestRun },
  lost: readonly string[],
  excused: ExcusedTests,
): TestComparison {
  if (base.green)
    return { verdict: "fail", details: detailsOf(`the tests passed on the base and fail now: ${head.details}`) };
  if (base.names === null || head.names === null)
    return { verdict: "fail", details: "the tests fail, and their names cannot be read" };
  const failedBefore = new Set(base.names.failed);
  const isBroken = (name: string): boolean => !failedBefore.has(name) && !excused.mayFail(name);
  const broken = [...new Set([...lost, ...head.names.failed.filter(isBroken)])];
  if (broken.length > 0) return { verdict: "fail", details: `broken: ${few(broken)}` };
  return {
    verdict: "pass",
    details: `no more red than on the base (${base.names.failed.length} test(s) were red before)`,
  };
}

/** The tests that pass in one run and fail in a later one, by name. Pure. */
export function brokenBy(before: TestRun, after: TestRun): readonly string[] {
  const passed = new Set(before.names?.passed);
  return (after.names?.failed ?? []).filter((name) => passed.has(name));
}

/** As `compareTests`, where these tests must pass on the head as well; they are red on the base. Pure. */
export function withPassing(compared: TestComparison, head: TestRun, names: readonly string[]): TestComparison {
  if (compared.verdict === "fail") return compared;
  const passes = new Set(head.names?.passed);
  const missing = names.filter((name) => !passes.has(name));
  return missing.length === 0 ? compared : { verdict: "fail", details: `does not pass: ${few(missing)}` };
}

/** Tests that passed on the base and not on the head, but for those that may be gone, or stand elsewhere now. */
function lostFrom(base: TestRun, head: TestRun, excused: ExcusedTests): readonly string[] {
  const [passes, fails] = [new Set(head.names?.passed), new Set(head.names?.failed)];
  const known = new Set([...(base.names?.passed ?? []), ...(base.names?.failed ?? [])]);
  const isExcused = (name: string): boolean =>
    fails.has(name) ? excused.mayFail(name) : excused.mayBeGone(name, head);
  const lost = (base.names?.passed ?? []).filter((name) => !passes.has(name) && !isExcused(name));
  const moved = movedNames(
    lost.filter((name) => !fails.has(name)),
    [...passes].filter((name) => !known.has(name)),
  );
  return lost.filter((name) => !moved.has(name));
}

/** True where some tests fail, and the plan lets each of them. */
function onlyFails({ names }: TestRun, { mayFail }: ExcusedTests): boolean {
  return names !== null && names.failed.length > 0 && names.failed.every((name) => mayFail(name));
}

/** The first names, each cut, and how many there are besides. */
function few(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : "";
  return `${names
    .slice(0, 5)
    .map((name) => name.slice(0, 150))
    .join("; ")}${more}`;
}
