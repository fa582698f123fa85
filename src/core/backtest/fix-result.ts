/** The result of one landed change: what the gate says of each patch, or why it cannot be decided. */
import * as z from "zod";
import { TestExceptions } from "#core/analysis/test-blocks/test-exception.ts";
import type { TestRun } from "#core/analysis/test-results/test-run.ts";
import { boundedText } from "#core/values/bounded-text.ts";
import { Details, detailsOf } from "#core/values/details.ts";

/**
 * `harmless`: the tests of the fix, and all that pass with it, are green on this patch too, so that it is not wrong as
 * far as anybody can tell. `impossible`: there is no such patch of this fix.
 */
const PatchVerdict = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("accepted") }),
  z.strictObject({ kind: z.literal("refused"), reasons: z.array(boundedText(400)).max(5) }),
  z.strictObject({ kind: z.literal("harmless") }),
  z.strictObject({ kind: z.literal("impossible") }),
]);
export type PatchVerdict = z.infer<typeof PatchVerdict>;

/**
 * `no_command`: no test command is known. `setup`: it fails here. `missing`: a program is not on this machine.
 * `unnamed`: the tests of the fix name no test. `unloaded`: the tests of the fix cannot be run on its parent, so that
 * what passed before is unknown. `red`: none of its tests passes here, or no more than on the parent. `breaks`: what
 * landed fails tests that pass without it, or that have other names without it, so that to refuse it is right.
 * `inside`: all that it turned green stands within sources, where the gate runs the tests of the base. `slow`: it takes
 * longer than one fix may. `gate`: the gate itself says why it judges nothing.
 */
export const UndecidedReason = z.enum([
  "no_command",
  "setup",
  "missing",
  "unnamed",
  "unloaded",
  "red",
  "breaks",
  "inside",
  "slow",
  "gate",
]);
export type UndecidedReason = z.infer<typeof UndecidedReason>;

/** Why a fix cannot be decided. */
export interface Undecided {
  readonly kind: "undecided";
  readonly why: UndecidedReason;
  readonly details: string;
}

/** An undecided fix, with as much of the details as is kept. Pure. */
export function undecided(why: UndecidedReason, details: string): Undecided {
  return { kind: "undecided", why, details: detailsOf(details) };
}

const Ms = z.number().nonnegative();

/**
 * `red`: how many tests the fix turned green. `excused`: the tests that a plan must name so that the gate takes the
 * true fix, because they find less with it; with the same plan the other patches were judged. `no_fix`: its tests pass
 * on the parent as well. Milliseconds.
 */
export const FixResult = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("judged"),
    red: z.int().positive(),
    excused: TestExceptions,
    variants: z.strictObject({
      fix: PatchVerdict,
      nothing: PatchVerdict,
      tests: PatchVerdict,
      deleted: PatchVerdict,
      emptied: PatchVerdict,
      half: PatchVerdict,
      broken: PatchVerdict,
    }),
    ms: Ms,
  }),
  z.strictObject({ kind: z.literal("undecided"), why: UndecidedReason, details: Details, ms: Ms }),
  z.strictObject({ kind: z.literal("no_fix"), ms: Ms }),
]);
export type FixResult = z.infer<typeof FixResult>;
export type JudgedFix = Extract<FixResult, { kind: "judged" }>;

/** The tests that pass with the fix and not on its parent, by name. Pure. */
export function turnedGreen(parent: TestRun, fix: TestRun): readonly string[] {
  const before = new Set(parent.names?.passed);
  return (fix.names?.passed ?? []).filter((name) => !before.has(name));
}

/** A run with the tests of the fix, without those that the parent's own run does not name, if it names any. Pure. */
export function ownTests(run: TestRun, parent: TestRun): TestRun {
  if (run.names === null || parent.names === null) return run;
  const own = new Set([...parent.names.passed, ...parent.names.failed]);
  return { ...run, names: { ...run.names, passed: run.names.passed.filter((name) => own.has(name)) } };
}

/** The tests that fail with the fix and did not fail before, whether they passed or had another name. Pure. */
export function newlyFailing(before: TestRun, fix: TestRun): readonly string[] {
  const failed = new Set(before.names?.failed);
  return (fix.names?.failed ?? []).filter((name) => !failed.has(name));
}

/**
 * What the parent would show with the tests of the fix, where those cannot be loaded or built on it: of the parent's
 * own tests, those that the fix leaves as they were pass, and those that failed fail. Null where the parent's own tests
 * have no names either. Pure.
 */
export function withoutItsTests(parent: TestRun, fix: TestRun): TestRun | null {
  if (parent.names === null || fix.names === null) return null;
  const before = new Set(parent.names.passed);
  const passed = fix.names.passed.filter((name) => before.has(name));
  const failed = [...new Set([...turnedGreen(parent, fix), ...parent.names.failed])];
  return { green: false, details: parent.details, names: { passed, failed } };
}

/** True where a patch passes every test that the fix passes with the base's tests within its sources. Pure. */
export function isHarmless(patch: TestRun, held: TestRun): boolean {
  const passes = new Set(patch.names?.passed);
  return (held.names?.passed ?? []).every((name) => passes.has(name));
}
