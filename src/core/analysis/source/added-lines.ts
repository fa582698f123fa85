/**
 * Which lines of a text were not there before: a line is new as often as it stands there more than before, so that
 * moving one is no finding.
 */

export interface PreviousLines {
  /** Whether this line is one more than there were; each call takes one that was there. */
  readonly isNew: (text: string) => boolean;
  /** How many of those that were there no call has taken. */
  readonly left: () => number;
}

/** Of the lines that were there, compared as they are given. */
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
