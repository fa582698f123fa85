/**
 * Finds the lines of a text that were not there before: a line is new as often as the text holds it more than before,
 * so that moving one is no finding.
 */

export interface PreviousLines {
  /** True when this line is one more than there were; each call uses up one that was there. */
  readonly isNew: (text: string) => boolean;
  /** The number of earlier lines that no call has used up. */
  readonly left: () => number;
}

/** Remembers the lines that were there, and compares them as they are given. */
export function previousLines(before: readonly string[]): PreviousLines {
  const counts = new Map<string, number>();
  for (const text of before) counts.set(text, (counts.get(text) ?? 0) + 1);
  return {
    isNew(text) {
      const count = counts.get(text) ?? 0;
      counts.set(text, count - 1);
      return count <= 0;
    },
    left: () => [...counts.values()].reduce((sum, count) => sum + Math.max(0, count), 0),
  };
}
