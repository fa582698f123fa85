/** The answers that one file is to know, so that what the rules try holds and nothing else does. */
import type { DemandedCall, DemandedName, DemandedStart } from "#core/attacks/demands/demands.ts";

/** `starts` at its top; `calls` by name; `functions` of a shell library. */
export interface Answers {
  readonly names: readonly DemandedName[];
  readonly calls: readonly DemandedCall[];
  readonly starts: readonly DemandedStart[];
  readonly functions: readonly DemandedStart[];
}

/** The calls of each name; none for one that only has to be there. Pure. */
export function callsByName({
  calls,
  names,
}: Pick<Answers, "calls" | "names">): readonly (readonly [string, readonly DemandedCall[]])[] {
  const all = new Set([...calls, ...names].map(({ name }) => name));
  return [...all].map((name) => [name, calls.filter((one) => one.name === name)]);
}

/** The name of a function as a pattern reads it. Pure. */
export function namePattern(name: string): string {
  return name.replaceAll("$", "\\$");
}
