/** A check: the way in which a rule, or an item of the acceptance, is decided. */
import * as z from "zod";
import { Quality } from "./quality.ts";

const Command = z.string().trim().min(1).max(2000);
/** Tests that one check may name. */
export const MOST_NAMED = 200;

const Place = z.string().trim().min(1).max(300);

/**
 * `command`: exits 0 and, where `prints` is a word, prints it to its standard output: code under test that ends the
 * process early exits 0 too, but never comes to the word that stands last. `not_command`: exits with another code; one
 * that could not run is a failure for both. `file`, `not_file`: a path, a folder or a glob that the tree has, or has
 * not. `content`: a judge answers the question and quotes the lines that prove it. `quality`: a judge gives marks
 * (core/rules/quality). `assertion`: a sentence that only a person can confirm; it never blocks the work. `tests`: the
 * test command passes, or breaks nothing that was not broken on the base, with the base's test files put back or with
 * the branch's own; where `passing` names tests, those must pass, too. `test_integrity`: no test was deleted, skipped
 * or weakened. `debug_markers`: nothing was left behind that only helped to see into the code. `tests_bite`: faults
 * near the change that the base's tests find in the base are found in the head, too.
 */
export const Check = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("command"),
    run: Command,
    prints: z.string().trim().min(1).max(200).nullable().default(null),
  }),
  z.strictObject({ kind: z.literal("not_command"), run: Command }),
  z.strictObject({ kind: z.literal("file"), path: Place }),
  z.strictObject({ kind: z.literal("not_file"), path: Place }),
  z.strictObject({ kind: z.literal("content"), question: z.string().trim().min(1).max(1000) }),
  Quality,
  z.strictObject({ kind: z.literal("assertion"), statement: z.string().trim().min(1).max(1000) }),
  z.strictObject({
    kind: z.literal("tests"),
    run: z.string().trim().min(1).max(1000),
    files: z.enum(["base", "branch"]),
    passing: z.array(z.string().min(1)).min(1).max(MOST_NAMED).optional(),
  }),
  z.strictObject({ kind: z.literal("test_integrity") }),
  z.strictObject({ kind: z.literal("debug_markers") }),
  z.strictObject({ kind: z.literal("tests_bite"), run: z.string().trim().min(1).max(1000) }),
]);
export type Check = z.infer<typeof Check>;
export type CheckKind = Check["kind"];
/** One kind of check, by its name. */
export type CheckOf<K extends CheckKind> = Extract<Check, { kind: K }>;

/** The one that decides a check: the driver by running or reading, a model, or a person. */
const DECIDED_BY: Readonly<Record<CheckKind, "driver" | "model" | "person">> = {
  command: "driver",
  not_command: "driver",
  file: "driver",
  not_file: "driver",
  tests: "driver",
  test_integrity: "driver",
  debug_markers: "driver",
  tests_bite: "driver",
  content: "model",
  quality: "model",
  assertion: "person",
};

/** Says whether the driver, a model or a person decides a check. */
export function decidedBy({ kind }: Pick<Check, "kind">): "driver" | "model" | "person" {
  return DECIDED_BY[kind];
}
