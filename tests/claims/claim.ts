/** A claim: something that a catalogue says holds, with the test that proves it and the planted fault that the test must find. */
import * as z from "zod";

/** What every proven row of a catalogue has. `test`: a test of this file has the id in its title, and finds the planted `fault`. */
export const CLAIM = {
  test: z.string().regex(/^tests\/.*\.test\.ts$/),
  fault: z.string(),
};

export interface Claim {
  readonly id: string;
  readonly test: string;
  readonly fault: string;
}

/** A fault to plant: `find` stands exactly once in the file. */
export const Fault = z.strictObject({ file: z.string(), find: z.string().min(1), replace: z.string() });
export type Fault = z.infer<typeof Fault>;

/** Faults by their names. */
export type Faults = Readonly<Record<string, Fault>>;

/** True when a title names the id, and not a longer one. */
export function names(title: string, id: string): boolean {
  return new RegExp(`${BEFORE}${id.replace(".", "\\.")}${AFTER}`).test(title);
}

const BEFORE = "(?<![\\w.])";
const AFTER = "(?![\\w]|\\.\\d)";

/** A pattern for titles that name any of the ids. */
export function anyOf(ids: readonly string[]): string {
  return `${BEFORE}(${ids.map((id) => id.replace(".", "\\.")).join("|")})${AFTER}`;
}
