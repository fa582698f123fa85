/** The own name of a test, and tests that have it in another place now. */

/** The name of the test without the suites or files around it, and without pytest's parameters. Pure. */
export function ownName(name: string): string {
  return name.replace(/^.* > /s, "").replace(/\[[^[\]]*\]$/, "");
}

/** True where one of the texts of test files names the test. Pure. */
export function isNamedIn(texts: readonly string[], name: string): boolean {
  return texts.some((text) => text.includes(ownName(name)));
}

/**
 * Those of the lost names that stand in another group or file now: a fresh name has their own. Each fresh name stands
 * for one of them. Pure.
 */
export function movedNames(lost: readonly string[], fresh: readonly string[]): ReadonlySet<string> {
  const left = new Map<string, number>();
  for (const name of fresh) left.set(ownName(name), (left.get(ownName(name)) ?? 0) + 1);
  return new Set(
    lost.filter((name) => {
      const count = left.get(ownName(name)) ?? 0;
      left.set(ownName(name), count - 1);
      return count > 0;
    }),
  );
}
