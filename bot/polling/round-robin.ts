/** Serves waiting entries in turn, some at a time. */

/** Puts the first `most` entries and removes each that was put. Throws what `put` throws: the rest keeps waiting. */
export async function takeRoundRobin<T>(
  waiting: Map<string, T>,
  most: number,
  put: (one: T) => Promise<void>,
): Promise<void> {
  for (const [key, one] of [...waiting].slice(0, most)) {
    await put(one);
    waiting.delete(key);
  }
}
