/** What waits takes turns, some of it at a time. */

/** Puts the first of them, at most so many; what was put waits no more. Throws what `put` throws: the rest waits on. */
export async function takeRoundRobin<T>(waiting: Map<string, T>, most: number, put: (one: T) => Promise<void>): Promise<void> {
  for (const [key, one] of [...waiting].slice(0, most)) {
    await put(one);
    waiting.delete(key);
  }
}
