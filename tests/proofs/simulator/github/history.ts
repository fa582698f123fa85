/** How commits stand to each other. */
import type { Objects } from "./objects.ts";

/** A commit and all that came before it, but for what is less deep than `least`. */
function lineOf(objects: Objects, from: string, least = 0): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [from];
  for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
    const commit = objects.commit(sha);
    if (commit === undefined || commit.depth < least || seen.has(sha)) continue;
    seen.add(sha);
    waiting.push(...commit.parents);
  }
  return seen;
}

/** Whether `older` is `newer` or came before it. */
export function isBefore(objects: Objects, older: string, newer: string): boolean {
  return older === newer || lineOf(objects, newer, objects.commit(older)?.depth).has(older);
}

/** What `head` has that `base` has not, what it lacks, and the commit where they parted; null where they never were one. */
export interface Comparison {
  readonly ahead: readonly string[];
  readonly behind: readonly string[];
  readonly parted: string | null;
}

export function compared(objects: Objects, base: string, head: string): Comparison {
  const [before, after] = [lineOf(objects, base), lineOf(objects, head)];
  const shared = [...before].filter((sha) => after.has(sha));
  const deepest = (a: string, b: string): string => ((objects.commit(b)?.depth ?? 0) > (objects.commit(a)?.depth ?? 0) ? b : a);
  return {
    ahead: [...after].filter((sha) => !before.has(sha)),
    behind: [...before].filter((sha) => !after.has(sha)),
    parted: shared.length === 0 ? null : shared.reduce(deepest),
  };
}
